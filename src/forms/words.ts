/**
 * What the words of forms speak of, in the languages that forms were seen in. Each is looked for anywhere in a text,
 * since programs write `txtSearchBox` and Chinese has no blanks. What the attributes of things are called is the
 * vocabulary's business (`extract/naming`); this is what people do with forms.
 */
const topics = {
  search:
    'search|suche|such|buscar|busca|recherch|cerca|szuka|поиск|найти|arama|zoek|query|keyword|find|搜索|搜尋|搜|查询|查詢|检索|檢索|查找|关键词|關鍵字|找',
  login: 'login|log in|logon|signin|sign in|anmeld|connexion|entrar|войти|вход|logowan|登录|登入|登陆|登錄',
  register:
    'register|registr|sign up|signup|join now|create account|create an account|new account|inscri|registrier|регистрац|注册|註冊|开户|新用户',
  forgot:
    'forgot|forget|recover|reset|lost|retrieve|remind|vergessen|oubli|olvid|забыл|восстанов|忘记|忘記|找回|重置',
  password: 'passw|passwd|pwd|passwort|mot de passe|contraseña|senha|пароль|parola|密码|密碼|口令',
  user: 'user|login|nick|account|member|benutzer|usuario|identifiant|логин|用户|用戶|账号|帐号|帳號|会员',
  email: 'mail|почт|邮箱|邮件|電郵|電子郵件',
  phone: 'phone|tel|mobile|cell|fax|телефон|telefon|手机|电话|電話|号码',
  subscribe:
    'subscri|newsletter|mailing list|mailchimp|updates|opt in|optin|abonn|suscri|подписат|рассылк|订阅|訂閱',
  comment:
    'comment|reply|respond|kommentar|comentario|commentaire|комментар|评论|評論|回复|回覆|留言|发表|跟帖',
  message:
    'message|enquir|inquir|question|feedback|contact|nachricht|mensaje|сообщени|contato|咨询|諮詢|反馈|意见|联系|内容|建议',
  subject: 'subject|betreff|asunto|objet|тема|标题|主题|主題',
  cart: 'cart|basket|buy|bag|checkout|order|purchase|warenkorb|carrito|panier|купить|корзин|加入购物车|购买|购物车|下单|立即购买',
  quantity: 'qty|quantity|amount|menge|cantidad|quantité|количеств|数量|數量',
  confirm:
    'confirm|again|repeat|verify|retype|re enter|bestätig|repetir|confirmar|подтверд|повтор|确认|確認|再次',
  captcha:
    'captcha|verification code|security code|human|robot|spam|checkcode|vcode|код с карт|验证码|驗證碼|校验码',
  remember:
    'remember|keep me|stay signed|persistent|angemeldet bleiben|recordar|запомнить|记住|自动登录|免登录|保持登录',
  terms: 'terms|agree|policy|privacy|condition|accept|agb|соглас|условия|同意|协议|条款|服务条款|隐私',
  send: 'submit|send|post|senden|enviar|envoyer|отправить|publish|提交|发送|送出|发布',
  first: 'first|given|vorname|fname|prenom|prénom|имя|名字',
  last: 'last|surname|family|nachname|lname|apellido|фамилия|姓氏',
  middle: 'middle|mname|initial|отчество',
  name: 'name|姓名|名称|称呼|名字',
  company: 'company|organi|firma|empresa|business|institution|компани|公司|单位|企业|机构',
  city: 'city|town|ort|ciudad|ville|город|城市|市区',
  state: 'state|province|region|county|bundesland|область|省|州',
  country: 'country|nation|land|país|pays|страна|国家|國家|地区',
  zip: 'zip|postal|postcode|plz|postleit|индекс|邮编|郵遞區號|邮政编码',
  street: 'address|street|addr|straße|strasse|dirección|adresse|адрес|地址|街道|住址',
  gender: 'gender|sex|male|female|geschlecht|пол|性别|男|女',
  day: 'day|tag|día|日',
  month: 'month|monat|mes|mois|januar|месяц|月',
  year: 'year|jahr|año|année|год|年',
  date: 'date|datum|fecha|birth|dob|check in|checkin|depart|arriv|дата|日期|出生|时间',
  website: 'website|web site|url|homepage|site|网址|網站|网站|主页',
  category:
    'category|categories|type|section|kategorie|catégorie|категори|department|topic|类别|分类|类型|栏目|频道|范围|全部',
  sort: 'sort|order by|orderby|sortier|ordenar|trier|сортиров|排序',
  display: 'per page|view|show|display|style|theme|language|currency|skin|limit|显示|每页|样式|语言',
  question: 'question|secret|вопрос|安全问题|密保问题',
  answer: 'answer|ответ|答案',
  poll: 'vote|poll|abstimm|votar|голос|投票',
  about: 'about me|bio|signature|interests|о себе|个人简介|签名|介绍',
  upload: 'upload|file|attach|avatar|photo|datei|загруз|上传|附件|头像',
  price: 'price|min|max|preis|precio|prix|цена|价格|最低|最高',
} as const;

export type Topic = keyof typeof topics;

const stems: readonly (readonly [Topic, readonly string[]])[] = Object.entries(topics).map(
  ([topic, words]) => [topic as Topic, words.split('|')] as const,
);

/** A text in one spelling: no case, names of programs taken apart. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** What a text in one spelling speaks of. */
export function topicsOf(plain: string): readonly Topic[] {
  if (plain === '') return [];
  return stems.filter(([, words]) => words.some((word) => plain.includes(word))).map(([topic]) => topic);
}
