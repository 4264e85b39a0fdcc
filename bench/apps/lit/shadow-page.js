import { css, html, LitElement } from 'lit';
import { notes, sayings, story } from './shadow-content.ts';

class FoldedNote extends LitElement {
  static properties = { text: {}, open: { state: true } };
  static styles = css`
    aside { border-left: 2px solid #999; padding-left: 8px }
  `;

  render() {
    return html`<button type="button" @click=${this.#toggle}><slot></slot></button>
      ${this.open ? html`<aside>${this.text}</aside>` : ''}`;
  }

  #toggle() {
    this.open = !this.open;
  }
}
customElements.define('folded-note', FoldedNote);

class StoryReader extends LitElement {
  static properties = { page: { state: true } };
  static styles = css`
    .on { font-weight: bold }
  `;

  constructor() {
    super();
    this.page = 0;
  }

  render() {
    return html`<p>${story[this.page]}</p>
      <nav>
        ${story.map(
          (_, at) =>
            html`<button type="button" class=${at === this.page ? 'on' : ''} @click=${() => this.turnTo(at)}>
              ${at + 1}
            </button>`,
        )}
      </nav>
      <folded-note .text=${notes[0]}>Note on the river</folded-note>
      <folded-note .text=${notes[1]}>Note on the bridge</folded-note>`;
  }

  turnTo(page) {
    this.page = page;
  }
}
customElements.define('story-reader', StoryReader);

class DailySaying extends HTMLElement {
  connectedCallback() {
    const inside = this.attachShadow({ mode: 'closed' });
    inside.innerHTML = '<h2>Sayings</h2><p></p><div></div>';
    const [place, row] = [inside.querySelector('p'), inside.querySelector('div')];
    place.textContent = sayings[0];
    for (const [at, day] of ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].entries()) {
      const button = document.createElement('button');
      button.textContent = day;
      button.addEventListener('click', () => {
        place.textContent = sayings[at];
      });
      row.append(button);
    }
  }
}
customElements.define('daily-saying', DailySaying);
