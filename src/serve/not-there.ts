/** Something that an address names is not there: answered with 404. */
export class NotThere extends Error {
  readonly code = 'NOT_FOUND';
  /** What the reader can do about it. */
  readonly advice: string | null;

  constructor(message: string, advice: string | null = null) {
    super(message);
    this.advice = advice;
  }
}
