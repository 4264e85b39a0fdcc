import Quill from 'quill';
import 'quill/dist/quill.snow.css';

document.getElementById('root').innerHTML =
  '<h1>Editor</h1><div id="editor"><p>Text of the amber falcon</p><p>Some initial <strong>bold</strong> text</p></div>';
new Quill('#editor', { theme: 'snow' });
