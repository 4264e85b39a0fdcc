/**
 * The attributes of one element in the order of the text: parallel lists that are filled anew for each
 * element, since most are looked at once and never again. Beyond `count` stands what an earlier one had.
 */
export class AttributeList {
  readonly names: string[] = [];
  readonly values: string[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(name: string, value: string): void {
    this.names[this.count] = name;
    this.values[this.count++] = value;
  }

  has(name: string): boolean {
    return this.#find(name) >= 0;
  }

  get(name: string): string | undefined {
    const at = this.#find(name);
    return at < 0 ? undefined : this.values[at];
  }

  /** Fills it from a tree's element. */
  take(attrs: Readonly<Record<string, string>> | undefined): void {
    this.clear();
    for (const name in attrs) this.add(name, attrs[name] as string);
  }

  /** The attributes as a tree has them. */
  record(): Record<string, string> {
    const record: Record<string, string> = {};
    for (let at = 0; at < this.count; at++) record[this.names[at] as string] = this.values[at] as string;
    return record;
  }

  #find(name: string): number {
    for (let at = 0; at < this.count; at++) if (this.names[at] === name) return at;
    return -1;
  }
}
