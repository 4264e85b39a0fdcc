import Backbone from 'backbone';
import $ from './jquery-global.js';
import { named, names } from './words.ts';

Backbone.$ = $;
$('#root').html(
  '<nav><a href="#items">Items</a> <a href="#about">About</a> <button id="late">Late</button></nav><main></main>',
);
const Item = Backbone.View.extend({
  tagName: 'li',
  events: { 'click .more': 'open' },
  open() {
    this.$el.append(`<p>Details of the ${this.model.get('name')}</p>`);
  },
  render() {
    this.$el.html(
      `<a href="#item/${this.model.get('at')}">${this.model.get('name')}</a> <b class="more">more</b>`,
    );
    return this;
  },
});
const items = new Backbone.Collection(names(1160, 5).map((name, at) => ({ name, at })));
const Router = Backbone.Router.extend({
  routes: { '': 'home', items: 'items', about: 'about', 'item/:at': 'item', late: 'late' },
  home: () => $('main').html(`<p>Home of the ${named(1170)}</p>`),
  about: () => $('main').html(`<p>About the ${named(1171)}</p>`),
  item: (at) => $('main').html(`<p>Page of the ${items.at(at).get('name')}</p>`),
  late: () => $('main').html(`<p>Late of the ${named(1172)}</p>`),
  items() {
    const list = $('<ul></ul>');
    items.each((model) => list.append(new Item({ model }).render().el));
    $('main').empty().append(list);
  },
});
const router = new Router();
$('#late').on('click', () => router.navigate('late', { trigger: true }));
Backbone.history.start();
