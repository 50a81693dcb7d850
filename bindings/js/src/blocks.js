// The provider's blocks of text and reasoning in what the middleware gives: each keeps its own metadata, such as the
// signature without which a provider refuses its reasoning in the next request.
//
// The one idea: what was given waits, with its block, until the same text comes back from the rewriter, which may hold it
// longer than its block lasts. Where another text comes back, a call or a mark was taken out, and it is the last block's.

const described = (providerMetadata) => providerMetadata && {providerMetadata};

// First in, first out, in constant time however many there are.
class Queue {
  #items = [];
  #taken = 0;

  get first() { return this.#items[this.#taken]; }

  add(item) { this.#items.push(item); }

  take() {
    const item = this.#items[this.#taken];
    this.#items[this.#taken++] = undefined;
    if (2 * this.#taken > this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}

export class Blocks {
  #emit;
  #pieces = 0;
  #open = new Map();   // blocks that the provider has not ended, by kind and id
  #all = new Set();    // and those whose text has not all come back
  #waiting = {text: new Queue(), reasoning: new Queue()};
  #last = {};          // the block of each kind that text was given of last
  #own;                // what is of no block, as reasoning within text is

  /** emit is given, with the start of each piece, the id of the provider's block. */
  constructor(emit) {
    this.#emit = emit;
  }

  /** Takes a part of the provider's block of this kind: its start, a delta or its end. */
  read(kind, what, {id, delta, providerMetadata}) {
    const key = `${kind} ${id}`, block = this.#open.get(key) ?? this.#begun(kind, id, key);
    block.metadata = providerMetadata ?? block.metadata;
    if (what === 'start') block.first = providerMetadata;
    if (what === 'delta' && delta !== '') this.#give(block, delta);
    if (what !== 'end') return;
    this.#open.delete(key);
    block.ended = true;
    if (!block.given && block.metadata) this.#begin(block);
    if (block.waiting === 0) this.#close(block);
  }

  #begun(kind, of, key) {
    const block = {kind, of, id: undefined, first: undefined, metadata: undefined, given: false, waiting: 0, ended: false};
    this.#open.set(key, block);
    this.#all.add(block);
    return block;
  }

  #give(block, text) {
    block.given = true;
    ++block.waiting;
    this.#waiting[block.kind].add({block, text});
    this.#last[block.kind] = block;
  }

  /** Gives text that the rewriter let through, in the blocks that it came in. */
  say(kind, text) {
    const waiting = this.#waiting[kind];
    let at = 0;
    while (at < text.length && waiting.first !== undefined) {
      const {block} = waiting.first, begin = at;
      while (waiting.first?.block === block && at < text.length && this.#is_next(waiting, text, at))
        at += this.#take(waiting, text.length - at);
      if (at === begin) break;
      this.#put(block, text.slice(begin, at));
      if (block.waiting === 0 && block.ended) this.#close(block);
    }
    if (at === text.length) return;
    const last = this.#last[kind];
    if (this.#all.has(last)) this.#put(last, text.slice(at));
    else this.#put_own(kind, text.slice(at));
    this.#forget(kind);
  }

  // Whether the first text that waits stands here, as far as there is text.
  #is_next({first}, text, at) {
    const size = Math.min(first.text.length, text.length - at);
    return text.slice(at, at + size) === first.text.slice(0, size);
  }

  // Takes the first text that waits, or so much of it; returns how much that is.
  #take(waiting, most) {
    const {first} = waiting, size = Math.min(first.text.length, most);
    first.text = first.text.slice(size);
    if (first.text === '') --waiting.take().block.waiting;
    return size;
  }

  /** A call stands here: what comes after it are other pieces. */
  divide() {
    for (const block of this.#all) this.#finish(block);
    this.#close_own();
    for (const kind in this.#waiting) this.#forget(kind);
  }

  /** No text comes any more. */
  end() {
    this.divide();
    this.#all.clear();
  }

  // What waits is not known to come back.
  #forget(kind) {
    const waiting = this.#waiting[kind];
    while (waiting.first !== undefined) {
      const {block} = waiting.take();
      if (--block.waiting === 0 && block.ended) this.#close(block);
    }
  }

  #put(block, delta) {
    this.#close_own();
    if (block.id === undefined) this.#begin(block);
    this.#emit({type: `${block.kind}-delta`, id: block.id, delta});
  }

  #put_own(kind, text) {
    if (this.#own?.kind !== kind) {
      for (const block of this.#all) this.#finish(block);
      this.#close_own();
      this.#own = {kind};
      this.#begin(this.#own);
    }
    this.#emit({type: `${kind}-delta`, id: this.#own.id, delta: text});
  }

  #close_own() {
    if (this.#own !== undefined) this.#finish(this.#own);
    this.#own = undefined;
  }

  #begin(block) {
    block.id = `toolcall-${this.#pieces++}`;
    this.#emit({type: `${block.kind}-start`, id: block.id, ...described(block.first ?? block.metadata)}, block.of);
  }

  #finish(block) {
    if (block.id !== undefined) this.#emit({type: `${block.kind}-end`, id: block.id, ...described(block.metadata)});
    block.id = undefined;
  }

  #close(block) {
    this.#finish(block);
    this.#all.delete(block);
  }
}
