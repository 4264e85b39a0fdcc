/**
 * A stored page that somebody can point at: the page as the mirror has it, and one script of ours, which outlines what
 * the application names and tells what was clicked. The page has no origin and no script of its own, so that all it
 * could do is to tell the application a number; the application takes nothing else from it.
 */
import { randomBytes } from 'node:crypto';
import { appFiles } from './app/bundle.ts';

/** A page to point at, and the word that lets its only script run. */
export interface PointPage {
  readonly html: string;
  readonly nonce: string;
}

/** Puts our script into the HTML of a page; `app` is the origin that it talks to. */
export async function pointPage(html: string, app: string): Promise<PointPage> {
  const nonce = randomBytes(18).toString('base64');
  const script = ((await appFiles()).get('/pointing.js')?.text ?? '').replaceAll('</', '<\\/');
  return {
    // What a mirror says of scripts is said in the head of the answer here.
    html: `${html.replace(/<meta http-equiv="content-security-policy"[^>]*>/gi, '')}\n<script type="module" nonce="${nonce}" data-app="${app}">${script}</script>`,
    nonce,
  };
}
