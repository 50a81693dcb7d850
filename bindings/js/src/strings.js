// A text that comes in strings.

const is_high = (unit) => unit >= 0xd800 && unit < 0xdc00;

/** Strings that may end in the middle of a character of two units, which is then kept for the next. */
export class Strings {
  #half = '';

  next(text) {
    if (text === '') return '';
    const ends_in_half = is_high(text.charCodeAt(text.length - 1));
    if (this.#half === '' && !ends_in_half) return text;
    const all = this.#half + text;
    this.#half = ends_in_half ? all.slice(-1) : '';
    return ends_in_half ? all.slice(0, -1) : all;
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
