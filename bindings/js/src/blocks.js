// The provider's blocks of text and reasoning in what the middleware gives: each keeps its own metadata, such as the
// signature without which a provider refuses its reasoning in the next request.
//
// The one idea: what was given waits, with its block, until the same text comes back from the rewriter, which may hold it
// longer than its block lasts. Where another text comes back, a call or a mark was taken out, and it is the last block's.

const described = (providerMetadata) => providerMetadata && {providerMetadata};

export class Blocks {
  #emit;
  #pieces = 0;
  #open = new Map();   // blocks that the provider has not ended, by kind and id
  #all = new Set();    // and those whose text has not all come back
  #waiting = {text: [], reasoning: []};
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
    this.#waiting[block.kind].push({block, text});
    this.#last[block.kind] = block;
  }

  /** Gives text that the rewriter let through, in the blocks that it came in. */
  say(kind, text) {
    const waiting = this.#waiting[kind];
    while (waiting.length > 0 && text !== '') {
      const first = waiting[0], size = Math.min(text.length, first.text.length);
      if (text.slice(0, size) !== first.text.slice(0, size)) break;
      this.#put(first.block, text.slice(0, size));
      text = text.slice(size);
      first.text = first.text.slice(size);
      if (first.text === '') this.#came_back(waiting.shift());
    }
    if (text === '') return;
    const last = this.#last[kind];
    if (this.#all.has(last)) this.#put(last, text);
    else this.#put_own(kind, text);
    this.#forget(kind);
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

  #came_back({block}) {
    if (--block.waiting === 0 && block.ended) this.#close(block);
  }

  // What waits is not known to come back.
  #forget(kind) {
    for (const each of this.#waiting[kind].splice(0)) this.#came_back(each);
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
