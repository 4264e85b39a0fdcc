/**
 * Words for actions that change the site: ending a session, destroying, unsubscribing, paying.
 *
 * Phrases are expressions over folded text (see unsafe-text.ts) and must match it whole. In languages with
 * spaces a text of more than four words is content, not a command; in Chinese, Japanese and Korean one of
 * more than twelve characters is.
 */

/** A kind of action, with the phrases that order it. */
export interface UnsafePhrases {
  readonly word: string;
  readonly phrases: readonly RegExp[];
}

const whole = (...parts: readonly string[]): readonly RegExp[] =>
  parts.map((part) => new RegExp(`^(?:${part})$`, 'u'));

/** What politeness and insistence put before an order. */
const polite = '(?:(?:please|yes|ok|confirm|permanently|really|now) )*';
/** Anything behind an order, as long as the text stays short. */
const rest = '(?: .+)?';
const own = '(?:my |your |the |this |an? )?';
/** What follows `delete` and `remove` where they are not orders to the site: names, and titles of articles. */
const noOrder =
  '(?! (?:keys?|button|filters?|background|stains?|commands?|statements?|query|queries|operators?|syntax|method|formatting|highlights?|duplicates?)\\b)(?!.* (?:in|on|with|without|using|for|via|by|after|easily|quickly|safely|fast)\\b)';

const english: readonly UnsafePhrases[] = [
  {
    word: 'logout',
    phrases: whole(
      `${polite}(?:log ?out|log ?off|log me (?:out|off)|sign ?out|sign me out)${rest}`,
      `${polite}sign ?off`,
      '(?!how|why|when|what|where|can|should|which|never|don.t)\\S+(?: \\S+)? (?:log ?out|sign ?out)',
    ),
  },
  {
    word: 'delete',
    phrases: whole(
      `${polite}(?:delete|remove)${noOrder}${rest}`,
      `${polite}(?:erase|destroy|wipe)(?: ${own}(?:all (?:data|items|files)|everything|data|account|items?|device|session|history|entry|record)${rest})?`,
      `(?:move|send) (?:it )?to (?:trash|bin)`,
      `(?:empty|clear) ${own}(?:shopping )?(?:cart|basket|trash|bin|recycle bin|inbox|wishlist)`,
      'factory reset',
    ),
  },
  { word: 'unsubscribe', phrases: whole(`${polite}(?:unsubscribe(?! rates?)|opt ?out of emails?)${rest}`) },
  {
    word: 'cancel',
    phrases: whole(
      `${polite}(?:cancel|close|terminate|end) ${own}(?:account|subscription|membership|order|booking|reservation|plan|contract|appointment)${rest}`,
      `${polite}deactivate${rest}`,
    ),
  },
  {
    word: 'pay',
    phrases: whole(
      `${polite}pay(?: (?:now|here|online|bills?|invoice|securely|by card|with .+|[^\\p{L}].*))?`,
      `${polite}purchase(?: (?:now|this|it|item).*)?`,
      `${polite}buy(?: (?:it|now|it now|this|this item|with .+))?`,
      `${polite}(?:check ?out)(?: now)?`,
      '(?:secure|express|guest|quick) checkout',
      '(?:proceed|continue|go|on) to (?:checkout|payment)',
      `(?:place|submit|confirm|complete) ${own}(?:order|purchase|payment)`,
      `(?:make a|send) payment|send money|(?:transfer|withdraw) (?:money|funds)`,
    ),
  },
];

/** German puts the verb last, Romance languages and Russian first. */
const european: readonly UnsafePhrases[] = [
  {
    word: 'logout',
    phrases: whole(
      '(?:jetzt )?(?:abmelden|ausloggen)',
      '(?:se )?déconnecter|(?:me )?déconnecter|déconnexion',
      'cerrar (?:la )?sesión|desconectar(?:se|me)?|salir',
      'sair|encerrar sessão|esci|disconnetti(?:ti)?|uitloggen|afmelden|wyloguj(?: się)?',
      'выйти|выход',
    ),
  },
  {
    word: 'delete',
    phrases: whole(
      '(?:\\S+ ){0,2}(?:löschen|entfernen)',
      '(?:supprimer|effacer)(?: (?:le|la|les|ce|cet|cette|mon|ma|mes) \\S+)?|retirer(?: du panier)?|vider le panier',
      '(?:eliminar|borrar|quitar)(?: (?:el|la|los|las|este|esta|mi) \\S+)?|vaciar (?:el )?carrito',
      '(?:excluir|apagar|elimina|rimuovi|cancella|verwijderen|usuń)(?: \\S+)?',
      'удалить(?: \\S+)?|очистить корзину',
    ),
  },
  {
    word: 'unsubscribe',
    phrases: whole(
      '(?:newsletter )?(?:abbestellen|abmelden)',
      '(?:se |me )?(?:désabonner|désinscrire)|désinscription',
      'darse de baja|darme de baja|cancelar (?:la )?suscripción|disiscriviti|отписаться',
    ),
  },
  {
    word: 'cancel',
    phrases: whole(
      '(?:\\S+ )?(?:kündigen|stornieren)|konto (?:schließen|auflösen)',
      'résilier(?: .+)?|fermer (?:le|mon) compte|annuler (?:la|ma) commande',
      'cerrar (?:la|mi) cuenta|cancelar (?:el|mi) pedido',
    ),
  },
  {
    word: 'pay',
    phrases: whole(
      '(?:jetzt )?(?:kaufen|bezahlen|zahlen)|(?:jetzt |kostenpflichtig |zahlungspflichtig )+bestellen|zur kasse(?: gehen)?',
      'payer(?: maintenant)?|acheter(?: maintenant)?|passer (?:la )?commande|(?:valider|confirmer) (?:la|ma) commande',
      'pagar(?: ahora)?|comprar(?: ahora)?|realizar (?:el )?pedido|finalizar (?:la )?compra',
      'acquista(?: ora)?|paga(?: ora)?|finalizar compra|afrekenen|оплатить|купить(?: сейчас)?|оформить заказ',
    ),
  },
];

const zhBefore =
  '(?:请|立即|立刻|马上|馬上|现在|確認|确认|确定|確定|去|安全|我要|一键|一鍵|批量|永久|点击|點擊|直接|彻底|徹底|全部|前往|账号|帐号|帳號|用户|是否)*';
const zhThing =
  '(?:此|该|該|这|這|本|条|條|篇|个|個|所有|全部|选中|選中|所选|所選|的|我的|账号|帐号|账户|帳號|帳戶|用户|用戶|评论|評論|回复|回復|回覆|帖子|文章|留言|消息|信息|订单|訂單|商品|文件|图片|圖片|记录|記錄|数据|数据库|日志|项目|項目|项|項|内容|購物車|购物车|回收站|收藏夹|缓存|列表|地址|好友|相册|视频|主题)*';
const zhAfter = '(?:吗|嗎|掉|了)?';

const eastAsian: readonly UnsafePhrases[] = [
  {
    word: 'logout',
    phrases: whole(
      `${zhBefore}(?:退出|登出|注销|註銷|签退)(?:登录|登錄|登陆|登入|系统|系統|账号|帐号|账户|帳號|本系统)?${zhAfter}`,
      '(?:ログ|サイン)(?:アウト|オフ)(?:する|します)?',
      '로그아웃(?:하기)?',
    ),
  },
  {
    word: 'delete',
    phrases: whole(
      `${zhBefore}(?:删除|刪除|移除|清空|删帖|抹掉|销毁|清除(?=.))${zhThing}${zhAfter}`,
      '(?:[^を]{1,8}を)?(?:完全に)?(?:削除|消去)(?:する|します|しますか)?',
      '(?:\\S{1,8} )?(?:삭제|제거)(?:하기)?',
    ),
  },
  {
    word: 'unsubscribe',
    phrases: whole(
      `${zhBefore}(?:退订|退訂|取消订阅|取消訂閱)(?:邮件|郵件|服务)?`,
      '(?:配信|購読|登録)(?:を)?(?:停止|解除)(?:する)?',
      '(?:구독 ?취소|수신 ?거부)',
    ),
  },
  {
    word: 'cancel',
    phrases: whole(
      `${zhBefore}(?:取消|关闭|關閉|停用)(?:订单|訂單|账号|帐号|账户|帳號|帳戶|预订|预约|会员)`,
      `${zhBefore}(?:销户|解绑|申请注销|注销账户)`,
      '(?:退会|解約|(?:注文|予約)を?キャンセル)(?:する|します)?',
      '(?:회원 ?)?탈퇴(?:하기)?',
    ),
  },
  {
    word: 'pay',
    phrases: whole(
      `${zhBefore}(?:支付|付款|购买|購買|下单|下單|结算|結算|结账|結帳|結賬|买单|充值|打赏|转账|提现|缴费)(?:订单|訂單|商品|此商品|本商品|套餐|会员)?${zhAfter}`,
      `${zhBefore}(?:提交|送出)(?:订单|訂單)`,
      '(?:今すぐ)?(?:購入|注文|決済)(?:する|します|を?確定(?:する)?)?|今すぐ買う|(?:お)?支払う|レジに進む',
      '(?:바로 ?)?(?:결제|구매|주문)(?:하기)',
    ),
  },
];

/** Everything that visible text is held against. */
export const unsafePhrases: readonly UnsafePhrases[] = [...english, ...european, ...eastAsian];

/** Verbs as they stand in identifiers and addresses, by what they mean. */
export const unsafeVerbs: ReadonlyMap<string, string> = new Map([
  ...entries('logout', 'logout logoff signout signoff tuichu'),
  ...entries('delete', 'delete del remove destroy erase shanchu trash'),
  ...entries('unsubscribe', 'unsubscribe optout'),
  ...entries(
    'cancel',
    'deactivate zhuxiao closeaccount cancelaccount cancelsubscription cancelorder cancelbooking',
  ),
  ...entries('pay', 'pay purchase checkout buynow placeorder submitorder confirmorder zhifu'),
  ...entries('delete', 'emptycart clearcart emptytrash'),
]);

/** Two words of an identifier that make one verb. */
export const joinedVerbs: ReadonlySet<string> = new Set(
  (
    'log-out log-off sign-out sign-off opt-out close-account cancel-account cancel-subscription cancel-order ' +
    'cancel-booking buy-now place-order submit-order confirm-order empty-cart clear-cart empty-trash check-out'
  ).split(' '),
);

/** What actions are done to: may stand beside a verb in a name. */
export const unsafeObjects: ReadonlySet<string> = new Set(
  (
    'account acct user users member post posts comment comments message messages msg item items entry row record ' +
    'file files order orders product cart basket page article reply topic thread image photo album address card ' +
    'bill invoice session my me all this it one now selected list group project task note event by id favorite ' +
    'favourite bookmark friend contact review data auth'
  ).split(' '),
);

/** Words of names that say nothing about the action. */
export const neutralWords: ReadonlySet<string> = new Set(
  (
    'btn button link a js do on go to act action cmd command confirm submit form menu nav header top bar ui is ' +
    'handle handler click process perform execute exec fire send request ajax api http quick fast ' +
    'goto start begin special php html'
  ).split(' '),
);

function entries(word: string, names: string): (readonly [string, string])[] {
  return names.split(' ').map((name) => [name, word] as const);
}
