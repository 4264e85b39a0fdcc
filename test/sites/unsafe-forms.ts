import { createServer } from 'node:http';
import { startServer, stopServer } from '../servers.ts';

/** Words of one language for forms that must not be sent, and for the one that may. */
interface FormWords {
  readonly search: string;
  readonly login: readonly [name: string, password: string, button: string];
  readonly remove: string;
  readonly order: readonly [amount: string, button: string];
  readonly comment: readonly [label: string, button: string];
  readonly newsletter: readonly [label: string, button: string];
  readonly contact: readonly [label: string, button: string];
  readonly empty: string;
  readonly recover: readonly [label: string, button: string];
  readonly keep: string;
}

/** Languages of the forms. */
export const unsafeLanguages: Readonly<Record<string, FormWords>> = {
  en: {
    search: 'Search',
    login: ['User name', 'Password', 'Sign in'],
    remove: 'Delete entry',
    order: ['Quantity', 'Order now'],
    comment: ['Your comment', 'Post comment'],
    newsletter: ['Your e-mail', 'Subscribe'],
    contact: ['Your message', 'Send'],
    empty: 'Leave this field empty',
    recover: ['E-mail or user name', 'Reset password'],
    keep: 'Save search',
  },
  zh: {
    search: '搜索',
    login: ['用户名', '密码', '登录'],
    remove: '删除记录',
    order: ['数量', '立即下单'],
    comment: ['评论内容', '发表评论'],
    newsletter: ['邮箱地址', '订阅'],
    contact: ['留言', '提交'],
    empty: '请勿填写此项',
    recover: ['邮箱或用户名', '找回密码'],
    keep: '保存搜索',
  },
  de: {
    search: 'Suchen',
    login: ['Benutzername', 'Kennwort', 'Anmelden'],
    remove: 'Eintrag löschen',
    order: ['Menge', 'Jetzt bestellen'],
    comment: ['Ihr Kommentar', 'Kommentar abschicken'],
    newsletter: ['Ihre E-Mail', 'Newsletter abonnieren'],
    contact: ['Ihre Nachricht', 'Absenden'],
    empty: 'Bitte dieses Feld leer lassen',
    recover: ['E-Mail oder Benutzername', 'Kennwort zurücksetzen'],
    keep: 'Suche speichern',
  },
  fr: {
    search: 'Rechercher',
    login: ['Identifiant', 'Mot de passe', 'Connexion'],
    remove: 'Supprimer la fiche',
    order: ['Quantité', 'Commander'],
    comment: ['Votre commentaire', 'Publier le commentaire'],
    newsletter: ['Votre adresse e-mail', "S'abonner"],
    contact: ['Votre message', 'Envoyer'],
    empty: 'Laissez ce champ vide',
    recover: ['E-mail ou identifiant', 'Réinitialiser le mot de passe'],
    keep: 'Enregistrer la recherche',
  },
  es: {
    search: 'Buscar',
    login: ['Usuario', 'Contraseña', 'Iniciar sesión'],
    remove: 'Eliminar registro',
    order: ['Cantidad', 'Comprar ahora'],
    comment: ['Tu comentario', 'Publicar comentario'],
    newsletter: ['Tu correo electrónico', 'Suscribirse'],
    contact: ['Tu mensaje', 'Enviar'],
    empty: 'Deje este campo vacío',
    recover: ['Correo o usuario', 'Restablecer contraseña'],
    keep: 'Guardar búsqueda',
  },
};

export interface UnsafeForms {
  readonly url: string;
  /** What was asked for, with what was sent. */
  readonly log: string[];
  close(): Promise<void>;
}

/** How the forms that must not be sent are made: `script` are boxes that a script sends. */
export type UnsafeMake = 'get' | 'post' | 'script';

/** Serves one page with a search that may be asked, and with forms that must not. */
export async function serveUnsafeForms(language: string, make: UnsafeMake): Promise<UnsafeForms> {
  const words = unsafeLanguages[language] as FormWords;
  const log: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    log.push(
      `${request.method} ${request.url}${body && ` ${decodeURIComponent(body.replaceAll('+', ' '))}`}`,
    );
    const url = new URL(request.url ?? '/', 'http://unsafe');
    const text = url.pathname === '/find' ? found(url.searchParams.get('q') ?? '') : start(words, make);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="${language}"><title>Forms</title>${text}</html>`);
  });
  return {
    log,
    url: `${await startServer(server)}/`,
    close: () => stopServer(server),
  };
}

function found(word: string): string {
  const all = ['stone river', 'river glass', 'glass stone'].filter((one) => one.split(' ').includes(word));
  return `<ul>${all.map((one) => `<li>${one}</li>`).join('')}</ul>`;
}

function start(words: FormWords, make: UnsafeMake): string {
  const [amount, buy] = words.order;
  const trap = `<p style="position:absolute;left:-9999px"><input name="homepage"></p><label>${words.empty} <input name="trap"></label>`;
  return `<h1>stone river glass</h1>
    <form action="/find" role="search"><input type="search" name="q">${trap}<button>${words.search}</button></form>
    ${form(make, '/a1', `<label>${words.login[0]} <input name="a"></label><label>${words.login[1]} <input type="password" name="b"></label>`, words.login[2])}
    ${form(make, '/a2', '<input type="hidden" name="id" value="7"><input type="text" name="why">', words.remove)}
    ${form(make, '/a3', `<label>${amount} <input name="n" value="1"></label>`, buy)}
    ${form(make, '/a4', `<label>${words.comment[0]} <textarea name="t"></textarea></label>`, words.comment[1])}
    ${form(make, '/a5', `<label>${words.newsletter[0]} <input name="m"></label>`, words.newsletter[1])}
    ${form(make, '/a6', `<label>${words.contact[0]} <textarea name="t"></textarea></label>`, words.contact[1])}
    ${form(make, '/a7', `<label>${words.recover[0]} <input name="m"></label>`, words.recover[1])}
    ${form(make, '/a8', '<input type="text" name="query" value="stone">', words.keep)}
    <script>const post = (button, place) => { const fields = [...button.parentNode.querySelectorAll('input,textarea')];
      fetch(place, { method: 'POST', body: new URLSearchParams(fields.map((one) => [one.name, one.value])) }); };</script>`;
}

/** The address says nothing: only words do. */
function form(make: UnsafeMake, action: string, fields: string, button: string): string {
  if (make === 'script')
    return `<div>${fields}<button type="button" onclick="post(this, '${action}')">${button}</button></div>`;
  return `<form action="${action}" method="${make}">${fields}<button>${button}</button></form>`;
}
