import { html, LitElement } from 'lit';
import { named, names } from './words.ts';

class Fold extends LitElement {
  static properties = { open: { state: true } };
  render() {
    return html`<button @click=${() => (this.open = !this.open)}>${this.title}</button>${this.open ? html`<slot></slot>` : ''}`;
  }
}
class Cards extends LitElement {
  static properties = { at: { state: true } };
  constructor() {
    super();
    this.at = 0;
  }
  render() {
    const all = names(1360, 4);
    return html`${all.map((name, at) => html`<button @click=${() => (this.at = at)}>${name}</button>`)}<p>Card of the ${all[this.at]}</p>`;
  }
}
customElements.define('x-fold', Fold);
customElements.define('x-cards', Cards);
document.getElementById('root').innerHTML =
  `<x-cards></x-cards>${[0, 1].map((at) => `<x-fold title="Fold ${at}">Fold of the ${named(1370 + at)}</x-fold>`).join('')}`;
