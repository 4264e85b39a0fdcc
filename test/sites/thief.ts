/**
 * A script that replaces every function and getter of the window, of the language and of the DOM by one that works as
 * ever, and looks through all that it gets hold of: arguments, `this`, the event under way, and whom the functions on
 * the stack were called on. What it finds of an agent is written to `stolen`; `noted` counts its looks.
 */
export const thief = `
var stolen = [], noted = 0, busy = false;
(function () {
  var apply = Reflect.apply, construct = Reflect.construct, own = Object.getOwnPropertyDescriptor, keys = Reflect.ownKeys;
  var define = Object.defineProperty, exec = RegExp.prototype.exec, Err = Error, textOf = Function.prototype.toString;
  var typeOf = own(Event.prototype, 'type').get, detailOf = own(CustomEvent.prototype, 'detail').get, now = own(window, 'event').get;
  var verbs = ['perform', 'supply', 'isShown', 'printsAt', 'fromFrame', 'boxesAt', 'capture'];
  function say(what) { if (stolen.length < 20) stolen[stolen.length] = what; }
  function judge(value, where, depth) {
    if (typeof value === 'string') {
      if (apply(exec, /__[0-9a-f]{32}/, [value])) say('a name: ' + where);
      if (apply(exec, /"(?:fingerprint|check)":"[0-9a-f]{16}/, [value])) say('a fingerprint: ' + where);
      return;
    }
    if (value === null || value === window || (typeof value !== 'object' && typeof value !== 'function')) return;
    try {
      for (var at = 0; at < verbs.length; at++) { var is = own(value, verbs[at]); if (is && typeof is.value === 'function') return say('an agent: ' + where); }
      if (typeof value === 'function' && apply(exec, /__[0-9a-f]{32}/, [apply(textOf, value, [])])) say('a name in a function: ' + where);
      if (depth > 1) return;
      var names = keys(value);
      for (at = 0; at < names.length && at < 30; at++) { is = own(value, names[at]); if (is && 'value' in is) { judge(names[at], where, 2); judge(is.value, where + '.' + String(names[at]), depth + 1); } }
    } catch (e) {}
  }
  function note(where, self, args) {
    if (busy) return;
    busy = true; noted++;
    try { look(where, self, args); } catch (e) {}
    busy = false;
  }
  function look(where, self, args) {
    judge(self, where + ' this', 0);
    for (var at = 0; at < args.length; at++) judge(args[at], where + ' argument', 0);
    try { var event = apply(now, window, []); if (event) { judge(apply(typeOf, event, []), where + ' event', 0); judge(apply(detailOf, event, []), where + ' detail', 0); } } catch (e) {}
    var sites = [], before = Err.prepareStackTrace;
    Err.stackTraceLimit = 50; Err.prepareStackTrace = function (e, all) { sites = all; return ''; };
    new Err('here').stack; Err.prepareStackTrace = before;
    for (var at = 0; at < sites.length; at++) { judge(sites[at].getThis(), where + ' stack', 0); judge(sites[at].getFunction(), where + ' stack', 0); judge(sites[at].getFunctionName(), where + ' stack', 0); }
    try { var caller = note.caller.caller; judge(caller, where + ' caller', 0); judge(caller.arguments, where + ' caller', 0); } catch (e) {}
  }
  function watch(owner, key, label) {
    var is = own(owner, key), where = label + '.' + String(key), made;
    if (!is || !is.configurable || key === 'prototype') return;
    if (is.get || is.set) define(owner, key, { configurable: true, enumerable: is.enumerable,
      get: is.get && function () { note(where, this, []); return apply(is.get, this, []); },
      set: is.set && function (value) { note(where, this, [value]); return apply(is.set, this, [value]); } });
    else if (key === 'constructor') define(owner, key, { configurable: true, get: function () { note(where, this, []); return is.value; }, set: function (value) { define(this, key, { value: value, writable: true, configurable: true }); } });
    else if (typeof is.value === 'function' && is.value !== Err) {
      made = function () { note(where, this, arguments); return new.target ? construct(is.value, arguments, new.target === made ? is.value : new.target) : apply(is.value, this, arguments); };
      define(made, 'prototype', { value: is.value.prototype, writable: true });
      Object.setPrototypeOf(made, is.value);
      define(owner, key, { configurable: true, writable: true, enumerable: is.enumerable, value: made });
    }
  }
  var all = [[window, 'window'], [document, 'document'], [performance, 'performance'], [navigator, 'navigator']];
  [[].values(), new Map().values(), new Set().values(), (function* () {})(), Uint8Array.prototype, async function () {}].forEach(function (each, at) { all.push([Object.getPrototypeOf(each), 'hidden ' + at]); });
  keys(window).forEach(function (name) {
    if (typeof name !== 'string' || !/^[A-Z]/.test(name)) return;
    var is = own(window, name).value;
    if (typeof is === 'function' && is.prototype) all.push([is.prototype, name + '#']);
    if (is) all.push([is, name]);
  });
  var added = ['then', 'toJSON', 'get', 'set', 'value', 'kind', 'url', 'page', 'agent', 'detail', 'bubbles', 'capture', 'once', 'done', '0', 'raw', 'posts', 'known'];
  // Some of these are what the script itself works by: from here on it uses its own names alone.
  for (var at = 0; at < all.length; at++) { var names; try { names = keys(all[at][0]); } catch (e) { continue; } for (var index = 0; index < names.length; index++) try { watch(all[at][0], names[index], all[at][1]); } catch (e) {} }
  for (at = 0; at < added.length; at++) (function (name) {
    define(Object.prototype, name, { configurable: true, get: function () { note('Object#' + name, this, []); }, set: function (value) { note('Object#' + name, this, [value]); define(this, name, { value: value, writable: true, enumerable: true, configurable: true }); } });
  })(added[at]);
})();`;
