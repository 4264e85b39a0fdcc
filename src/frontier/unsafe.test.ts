import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type UnsafeSigns, unsafeWord } from './unsafe.ts';

const orders: Readonly<Record<string, readonly UnsafeSigns[]>> = {
  logout: [
    ...texts(
      'Log out',
      'Logout',
      'LOG OUT',
      ' Sign out ',
      'Sign Out »',
      'Log off',
      'Log me out',
      'Sign off',
      'Sign out everywhere',
    ),
    ...texts(
      '(Logout)',
      'Admin logout',
      'Yes, log out',
      '退出',
      '退出登录',
      '安全退出',
      '登出',
      '注销',
      '确认退出吗？',
      '登出系統',
    ),
    ...texts(
      'Abmelden',
      'Ausloggen',
      'Se déconnecter',
      'Déconnexion',
      'Cerrar sesión',
      'ログアウト',
      'サインアウトする',
      '로그아웃',
      'Выйти',
    ),
    ...hrefs(
      '/logout',
      'http://a.example/user/logout.php',
      '/sign-out',
      '/auth/sign_out',
      '?action=logout',
      '/wp-login.php?action=logout&x=1',
    ),
    ...hrefs(
      '/index.php?r=site/logout',
      '?logout',
      '/#/logout',
      '/wiki/Special:UserLogout',
      '/LogOff',
      '/account/logoff?t=3',
    ),
    ...calls(
      'logout()',
      'doLogout()',
      'user.signOut();return false',
      "location.href='/logout'",
      "__doPostBack('ctl00$LogoutButton','')",
      'log_out(1)',
    ),
    ...hints('logout', 'nav-link logout-btn', 'js-sign-out', 'btnLogout'),
  ],
  delete: [
    ...texts(
      'Delete',
      'Delete…',
      '🗑 Delete',
      'Delete this post',
      'Remove',
      'Remove from cart',
      'Remove item from cart',
      'Delete my account',
    ),
    ...texts(
      'Permanently delete',
      'Erase all data',
      'Empty trash',
      'Clear cart',
      'Move to trash',
      '删除',
      '删除评论',
      '确认删除',
      '批量删除',
      '删除此条留言',
    ),
    ...texts(
      '移除',
      '清空购物车',
      '刪除文章',
      'Löschen',
      'Konto endgültig löschen',
      'Entfernen',
      'Supprimer',
      'Supprimer le compte',
      'Eliminar',
      'Borrar',
    ),
    ...texts('削除', 'コメントを削除する', '삭제', 'Удалить'),
    ...hrefs(
      '/posts/5/delete',
      '/delete/5',
      '/item/delete?id=5',
      '?action=delete&id=3',
      '?delete=5',
      '/cart/?remove_item=abc',
      '/deletePost.do?id=1',
    ),
    ...calls(
      'deleteItem(3)',
      'confirmDelete(7)',
      'remove(3)',
      'del(4)',
      'cart.remove(3)',
      'doDelete()',
      'api.delete(3)',
      "doAction('delete', 3)",
    ),
    ...calls(
      "if(confirm('Are you sure you want to delete this?')) go(1)",
      "return confirm('确定要删除吗？')",
      "location='/item/delete?id=3'",
      'shanchu(1)',
    ),
    ...hints('btn-delete', 'btn btn-danger delete-btn', 'deleteButton', 'remove', 'remove-item'),
  ],
  unsubscribe: [
    ...texts(
      'Unsubscribe',
      'Unsubscribe from list',
      '退订',
      '取消订阅',
      'Newsletter abbestellen',
      'Se désabonner',
      'Darse de baja',
      '配信停止',
    ),
    ...hrefs('/unsubscribe?u=1', '/newsletter/unsubscribe'),
    ...calls('unsubscribe()'),
    ...hints('unsubscribe-link'),
  ],
  cancel: [
    ...texts(
      'Cancel subscription',
      'Close my account',
      'Cancel order',
      'Deactivate',
      'Deactivate account',
      '取消订单',
      '退会する',
      'Abo kündigen',
    ),
    ...hrefs('/account/deactivate', '/cancel-subscription', '/orders/7/cancel_order'),
    ...calls('cancelOrder(5)', 'closeAccount()', 'deactivateUser(3)'),
  ],
  pay: [
    ...texts(
      'Pay',
      'Pay now',
      'Pay €5.00',
      'Pay with PayPal',
      'Buy now',
      'Buy it now',
      'Purchase',
      'Checkout',
      'Proceed to checkout',
      'Place order',
    ),
    ...texts(
      'Place your order',
      'Submit order',
      'Complete purchase',
      '支付',
      '立即支付',
      '付款',
      '立即购买',
      '下单',
      '去结算',
      '提交订单',
      '結帳',
    ),
    ...texts(
      'Jetzt kaufen',
      'Zahlungspflichtig bestellen',
      'Zur Kasse',
      'Payer',
      'Passer la commande',
      'Comprar ahora',
      'Pagar',
      '購入する',
      '注文を確定する',
    ),
    ...hrefs('/cart/checkout', '/checkout', '/order/pay?id=3', '/placeOrder', '?do=pay'),
    ...calls('pay(3)', 'payNow()', 'submitOrder()', 'goCheckout()', 'placeOrder(this)', 'buyNow(12)'),
    ...hints('btn-pay', 'checkout-button', 'place-order-btn'),
  ],
};

const content: readonly UnsafeSigns[] = [
  ...texts(
    'How to delete a file',
    'How to log out',
    'Delete key',
    'Deleted scenes',
    'Remove filters',
    'Remove stains easily',
    'Delete files in Linux',
  ),
  ...texts(
    'The removal of the statue',
    'Purchase history',
    'Pay gap report',
    'Payment methods',
    'Pay scale',
    'Payroll',
    'Display',
    'Check out our blog',
  ),
  ...texts(
    'Checkout process',
    'Buy tickets for the show',
    'Buying guide',
    'Order status',
    'Orders',
    'Cancel',
    'Close',
    'Clear',
    'Reset',
    'Next',
    'Load more',
  ),
  ...texts(
    'Sign in',
    'Log in',
    'Sign up',
    'Logs',
    'Like',
    'Vote',
    'Subscribe',
    'Account',
    'Undelete',
    'Destroy All Monsters',
    'Removed by moderator',
  ),
  ...texts(
    'Is it safe to log out now?',
    'Unsubscribe rates explained',
    'The right to erase your data',
    'Delete vs truncate in SQL',
    '',
  ),
  ...texts(
    '如何删除文件',
    '支付宝',
    '支付方式',
    '购买指南',
    '购买记录',
    '删除线',
    '退出机制研究',
    '结算规则说明',
    '下一页',
    '付款方式',
    '登录',
    '注册',
    '清华大学',
  ),
  ...texts(
    '購入履歴',
    '削除されたシーン',
    '支払い方法',
    'Kaufberatung',
    'Zahlungsarten',
    'Löschfahrzeug',
    'Comprar casa en Madrid barata',
    'Suppression de compte',
  ),
  ...hrefs(
    '/articles/how-to-delete-a-file',
    '/docs/operators/delete',
    '/search?q=delete',
    '/wiki/index.php?title=Delete',
    '/blog/remove-background',
  ),
  ...hrefs(
    '/payment-methods',
    '/display',
    '/login?next=/logout',
    '/tags/checkout',
    '/purchase-history',
    '/users/5',
    '/deleted',
    '/removal-services',
  ),
  ...hrefs(
    '/git-checkout-explained',
    '/sql/delete',
    '/product/12?delete=0',
    'mailto:delete@a.example',
    '/paypal',
    '/logs/out',
    '/delicious',
  ),
  ...calls(
    'removeClass("active")',
    "$(this).removeClass('open')",
    'clearTimeout(t)',
    "el.removeAttribute('hidden')",
    'hide()',
    'this.remove()',
    "$('#x').remove()",
  ),
  ...calls(
    'load(2)',
    'showPage(3)',
    "localStorage.removeItem('k')",
    'showDeleteDialog(3)',
    'openCheckout',
    'toggleRemove()',
    'displayItems()',
    "show('delete-info')",
  ),
  ...calls(
    'removeOverlay()',
    'params.delete("page")',
    'playVideo(1)',
    'setPayload(1)',
    "console.log('out')",
    "location.href='/articles/how-to-delete-a-file'",
  ),
  ...calls('removeFilter(3)', 'selectDel(2)', 'model.load()', 'closeDialog()', "confirm('Leave this page?')"),
  ...hints(
    'glyphicon-remove',
    'icon-remove close',
    'payment-info',
    'purchase-history',
    'undelete',
    'removable',
    'no-delete',
    'display-block',
    'delete-modal-close',
  ),
  ...hints(
    'How to delete a file',
    'article-title The day they had to remove the statue',
    'logo',
    'pager next',
    'paypal-logo',
    'login-btn',
    'deleted',
  ),
];

test('there are enough claims of both kinds', () => {
  assert.ok(Object.values(orders).flat().length >= 60);
  assert.ok(content.length >= 60);
});

for (const [word, signs] of Object.entries(orders)) {
  for (const sign of signs) {
    test(`${JSON.stringify(sign)} would ${word}`, () => assert.equal(unsafeWord(sign), word));
  }
}

for (const sign of content) {
  test(`${JSON.stringify(sign)} changes nothing`, () => assert.equal(unsafeWord(sign), null));
}

/** Links without a script behind them, by what they say and where they lead. */
const documents: readonly UnsafeSigns[] = [
  { text: 'DELETE', hints: 'xref', href: '/html/sql-delete.html' },
  { text: 'delete', href: '/cpp/keyword/delete.html' },
  { text: 'erase', href: '/w/cpp/container/vector/erase2.html#Notes' },
  { text: 'remove', href: '/java.base/java/util/Map.html#remove(java.lang.Object)' },
  { text: 'Purchase', href: '/prosupport.html' },
  { text: 'delete', href: '/en-US/docs/Web/JavaScript/Reference/Operators/delete' },
];
const noDocuments: readonly UnsafeSigns[] = [
  { text: 'Delete', href: '/user/delete/5.html' },
  { text: 'Delete', href: '/user/delete-5.html' },
  { text: 'Delete', href: '/posts/5.html' },
  { text: 'Delete', href: '/post.html?id=5&do=delete' },
  { text: 'Log out', href: '/logout.html' },
  { text: 'Unsubscribe', href: '/unsubscribe.html' },
  { text: 'Delete', href: '/app.html#/posts/delete' },
  { text: 'Delete', href: '/docs/my-letter/delete' },
  { text: 'Delete', href: '/reference/5f0c1a52-9d3e-4a5b-8c1d-0123456789ab/delete' },
  { text: 'Delete', href: '/post.html', call: 'deletePost()' },
];

for (const sign of documents) {
  test(`a plain link ${JSON.stringify(sign)} shows a document`, () => {
    assert.equal(unsafeWord({ ...sign, isPlain: true }), null);
    assert.notEqual(unsafeWord(sign), null, 'a script behind it may do what it says');
  });
}

for (const sign of noDocuments) {
  test(`a plain link ${JSON.stringify(sign)} is no document`, () => {
    assert.notEqual(unsafeWord({ ...sign, isPlain: true }), null);
  });
}

test('one sign is enough among harmless ones', () => {
  assert.equal(unsafeWord({ text: 'Go', hints: 'btn', call: 'go(1)', href: '/logout' }), 'logout');
  assert.equal(unsafeWord({ text: '', hints: '', call: '', href: '' }), null);
  assert.equal(unsafeWord({}), null);
});

test('signs of any length are judged', () => {
  const long = 'a'.repeat(1_000_000);
  assert.equal(unsafeWord({ text: long, hints: long, call: `f(${long})`, href: `/${long}` }), null);
  assert.equal(unsafeWord({ call: 'a.'.repeat(500_000) }), null);
});

function texts(...all: readonly string[]): UnsafeSigns[] {
  return all.map((text) => ({ text }));
}

function hrefs(...all: readonly string[]): UnsafeSigns[] {
  return all.map((href) => ({ href }));
}

function calls(...all: readonly string[]): UnsafeSigns[] {
  return all.map((call) => ({ call }));
}

function hints(...all: readonly string[]): UnsafeSigns[] {
  return all.map((given) => ({ hints: given }));
}
