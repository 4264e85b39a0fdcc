import $ from 'jquery';

// Plugins look for it there.
window.jQuery = $;
window.$ = $;
export default $;
