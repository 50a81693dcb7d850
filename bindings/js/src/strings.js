// A text that comes in strings.

const is_high = (unit) => unit >= 0xd800 && unit < 0xdc00;

/** Strings that may end in the middle of a character of two units, which is then kept for the next. */
export class Strings {
  #half = '';

  next(text) {
    const all = this.#half + text;
    this.#half = is_high(all.charCodeAt(all.length - 1)) ? all.slice(-1) : '';
    return this.#half === '' ? all : all.slice(0, -1);
  }

  /** Half of a character that no string goes on with, which is not well formed. */
  end() {
    const half = this.#half;
    this.#half = '';
    return half;
  }

  copy() {
    const made = new Strings();
    made.#half = this.#half;
    return made;
  }
}
