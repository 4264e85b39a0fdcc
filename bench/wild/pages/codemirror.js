import { EditorView, lineNumbers } from '@codemirror/view';
import { names } from './words.ts';

new EditorView({
  doc: names(0, 400).join('\n'),
  extensions: [
    lineNumbers(),
    EditorView.theme({ '&': { height: '400px' }, '.cm-scroller': { overflow: 'auto' } }),
  ],
  parent: document.getElementById('root'),
});
