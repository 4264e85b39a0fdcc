import type { ElementNode } from '../../../model/document.ts';
import { changedCss } from './sheets.ts';

/** State of elements that their attributes do not show. */
export type ElementState = Pick<ElementNode, 'value' | 'checked' | 'selected' | 'css' | 'image'>;

const noState: ElementState = {};

/** Elements with state of their own, which no mutation tells of. */
export const stateful = new Set([
  'input',
  'textarea',
  'option',
  'canvas',
  'style',
  'link',
  'iframe',
  'frame',
]);

/** The state of an element, where it differs from what its attributes say. */
export function stateOf(element: Element, tag: string): ElementState {
  switch (tag) {
    case 'input': {
      const input = element as HTMLInputElement;
      if (input.type === 'checkbox' || input.type === 'radio') {
        return input.checked === input.defaultChecked ? noState : { checked: input.checked };
      }
      if (input.type === 'password' || input.type === 'file' || input.value === input.defaultValue)
        return noState;
      return { value: input.value };
    }
    case 'textarea': {
      const { value, defaultValue } = element as HTMLTextAreaElement;
      return value === defaultValue ? noState : { value };
    }
    case 'option': {
      const { selected, defaultSelected } = element as HTMLOptionElement;
      return selected === defaultSelected ? noState : { selected };
    }
    case 'canvas': {
      const image = canvasImage(element as HTMLCanvasElement);
      return image ? { image } : noState;
    }
    case 'style':
    case 'link': {
      const css = changedCss(element);
      return css === undefined ? noState : { css };
    }
    default:
      return noState;
  }
}

/** Whether a node shows a state. */
export function hasState(node: ElementNode, state: ElementState): boolean {
  return (
    node.value === state.value &&
    node.checked === state.checked &&
    node.selected === state.selected &&
    node.css === state.css &&
    node.image === state.image
  );
}

function canvasImage(canvas: HTMLCanvasElement): string | null {
  if (canvas.width === 0 || canvas.height === 0 || canvas.width * canvas.height > 16_777_216) return null;
  try {
    return canvas.toDataURL();
  } catch {
    return null; // Tainted by pixels of another origin.
  }
}
