/**
 * Does in a page what a person would do, by plain DOM events; `this` is the element.
 * Sent to browsers as text: it must not use anything from outside of itself.
 */
export function act(this: HTMLElement, event: string, value: string | undefined): void {
  const send = (
    kind: string,
    make: new (name: string, settings: object) => Event = Event,
    more: object = {},
  ) =>
    this.dispatchEvent(
      new make(kind, { bubbles: !/enter$|leave$/.test(kind), cancelable: true, composed: true, ...more }),
    );
  const press = (key: string) => {
    const codes: Record<string, number> = { Enter: 13, ' ': 32, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39 };
    const keyCode = { ...codes, ArrowDown: 40 }[key] ?? key.toUpperCase().charCodeAt(0);
    for (const kind of ['keydown', 'keyup']) send(kind, KeyboardEvent, { key, keyCode, which: keyCode });
  };
  const set = (text: string) => {
    // Past what frameworks put before it: that is how they notice.
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(this), 'value')?.set;
    if (own) own.call(this, text);
    else (this as HTMLInputElement).value = text;
  };
  // A pointer that goes elsewhere leaves what it was over.
  const page = this.ownerDocument.defaultView as unknown as { __over?: HTMLElement | undefined };
  const over = page.__over;
  if (/^(?:click|mouse|change$)/.test(event) && over?.isConnected && !over.contains(this)) {
    for (const kind of ['pointerout', 'mouseout', 'pointerleave', 'mouseleave']) {
      const Kind = kind.startsWith('p') ? PointerEvent : MouseEvent;
      const settings = { bubbles: kind.endsWith('out'), composed: true, relatedTarget: this };
      over.dispatchEvent(new Kind(kind, settings));
    }
    page.__over = undefined;
  }
  const isToggle = this.matches('input[type=checkbox], input[type=radio]');
  const isText = this.matches('input, textarea') && !isToggle;
  if (event === 'click' || (event === 'change' && isToggle)) {
    for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
      send(kind, kind.startsWith('p') ? PointerEvent : MouseEvent);
    if (this instanceof HTMLElement) this.click();
    else send('click', MouseEvent);
  } else if (event === 'mouseover' || event === 'mouseenter') {
    page.__over = this;
    for (const kind of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove'])
      send(kind, kind.startsWith('p') ? PointerEvent : MouseEvent);
  } else if (event === 'focus' || event === 'focusin') {
    this.focus();
  } else if (event === 'change' || event === 'input') {
    if (value !== undefined) set(value);
    send('input', InputEvent, { data: value });
    if (isText) send('keyup', KeyboardEvent, { key: value?.at(-1) ?? '' });
    send('change');
  } else if (event === 'keydown') {
    this.focus();
    press(value ?? 'Enter');
  } else if (event === 'scroll') {
    const { documentElement, scrollingElement } = this.ownerDocument;
    const box = this === documentElement ? (scrollingElement ?? this) : this;
    box.scrollTo({ top: box.scrollHeight, behavior: 'instant' });
  } else send(event, /^(?:mouse|dbl|context)/.test(event) ? MouseEvent : Event);
}
