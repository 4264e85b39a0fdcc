/**
 * What the words of forms speak of, in the languages that forms were seen in. Each is looked for anywhere in a text,
 * since programs write `txtSearchBox` and Chinese has no blanks. What the attributes of things are called is the
 * vocabulary's business (`extract/naming`); this is what people do with forms.
 */
const topics = {
  search:
    'search|suche|buscar|busca|recherch|cerca|szuka|wyszuk|hledat|hľadať|keres|haku|поиск|найти|пошук|търс|arama|zoek|søg|sök|query|keyword|find|tìm|cari|αναζήτ|بحث|搜索|搜尋|搜|查询|查詢|检索|檢索|查找|关键词|關鍵字|找|検索|검색',
  login:
    'login|log in|logon|signin|sign in|anmeld|einlogg|connexion|se connecter|identifi|entrar|acceder|accedi|iniciar ses|inicia ses|войти|вход|увійти|logowan|zaloguj|přihlá|prihlás|belép|bejelent|kirjaudu|logga in|inloggen|giriş|دخول|登录|登入|登陆|登錄|ログイン|로그인',
  register:
    'register|registr|sign up|signup|join now|create account|create an account|new account|inscri|registrier|реєстр|регистрац|rejestr|zarejestr|rekister|kayıt|opret|créer un compte|crear cuenta|تسجيل|注册|註冊|开户|新用户|会員登録|新規登録|회원가입',
  forgot:
    'forgot|forget|recover|recuper|reset|lost|retrieve|remind|vergessen|oubli|olvid|dimentic|esquec|zapomn|zabud|elfelejt|unohd|glömt|glemt|vergeten|unuttu|забыл|забрав|забули|восстанов|نسيت|忘记|忘記|找回|重置|再設定|忘れ|찾기|비밀번호 찾',
  password:
    'passw|passwd|pwd|pass|kennwort|mot de passe|contraseña|contrasena|contrasinal|senha|пароль|парола|parola|hasło|haslo|heslo|jelszó|salasana|lösenord|adgangskode|wachtwoord|şifre|sifre|kata sandi|mật khẩu|κωδικ|كلمة المرور|密码|密碼|口令|パスワード|비밀번호',
  user: 'user|login|nick|account|member|benutzer|usuario|usuário|utente|utilisat|identifiant|pseudo|uživatel|používateľ|felhaszn|käyttäj|användar|bruger|bruker|gebruiker|kullanıcı|użytkown|логин|польз|потреб|用户|用戶|账号|帐号|帳號|会员|ユーザ|会員|아이디|회원',
  email: 'mail|почт|пошт|имейл|correo|correio|courriel|البريد|邮箱|邮件|電郵|電子郵件|メール|이메일',
  phone:
    'phone|tel|mobil|cell|fono|fon|handy|gsm|cellul|celular|teléfono|telephone|téléphone|telef|puhelin|puh|телефон|тел|τηλέφ|هاتف|手机|电话|電話|号码|携帯|전화|휴대',
  fax: 'fax|факс|传真',
  subscribe:
    'subscri|newsletter|mailing list|mailchimp|updates|opt in|optin|abonn|suscri|iscriv|inscrev|подпис|рассылк|абонир|hírlev|odběr|odber|uutiskir|nyhed|nyhets|nieuwsbrief|bülten|订阅|訂閱|メルマガ|뉴스레터',
  receive:
    'receive|email me|mail me|send me|notify|offers|news|erhalten|recevoir|recibir|receber|ricever|получать|otrzymyw|zasílat|vastaanot|ta emot|motta|modtag|ontvang|接收|受け取',
  comment:
    'comment|reply|respond|kommentar|comentario|comentário|commentaire|commento|коммент|коментар|opinion|kommentti|hozzászól|komentář|komentár|评论|評論|回复|回覆|留言|发表|跟帖|コメント|댓글',
  message:
    'message|enquir|inquir|question|feedback|contact|kontakt|nachricht|mensaje|mensagem|messaggio|сообщени|отзыв|вопрос|повідомл|wiadomo|zpráva|správa|üzenet|viesti|bericht|melding|besked|mesaj|contato|رسالة|咨询|諮詢|反馈|意见|联系|内容|建议|問い合わせ|お問合|문의',
  subject:
    'subject|betreff|asunto|assunto|oggetto|objet|onderwerp|тема|předmět|predmet|temat|tárgy|aihe|ämne|emne|konu|标题|主题|主題|件名|제목',
  title: 'title|headline|titel|título|titolo|titre|заголов|otsikko|tytuł|标题',
  cart: 'bestell|commander|encargar|pedir|订购|cart|basket|buy|bag|checkout|order|purchase|warenkorb|kaufen|carrito|carrello|acquist|panier|achet|comprar|купить|корзин|заказ|koszyk|košík|kosár|ostoskori|sepet|varukorg|winkelwagen|加入购物车|购买|购物车|下单|立即购买|カート|購入|주문|구매|장바구니',
  pay: 'payment|credit card|card number|cvv|cvc|paypal|donat|zahlung|pago|pagament|paiement|оплат|płatno|支付|付款|信用卡',
  quantity:
    'qty|quantity|amount|menge|anzahl|cantidad|quantidade|quantit|количеств|ilość|množstv|数量|數量|個数|수량',
  confirm:
    'confirm|again|repeat|verify|retype|re enter|reenter|bestätig|wiederhol|repetir|repita|ripeti|conferma|confirmer|répét|подтверд|повтор|ещё раз|powtórz|potvrd|znovu|zopak|megerős|még egyszer|uudelleen|upprepa|gentag|gjenta|herhaal|tekrar|确认|確認|再次|もう一度|확인',
  captcha:
    'captcha|verification code|security code|human|robot|spam|checkcode|vcode|image code|code in the image|above image|characters|letters|challenge|security check|sicherheitscode|sicherheitsfrage|код с карт|капч|защитн|код на|контрольн|проверочн|opsaný|验证码|驗證碼|校验码|画像認証|자동등록',
  remember:
    'remember|keep me|stay signed|stay logged|persistent|cookie|angemeldet bleiben|merken|recordar|lembrar|ricordami|se souvenir|rester connect|mantener|запомнить|запамят|zapamięt|zapamat|neodhlas|trvalé|maradjon|muista|kom ihåg|husk|onthoud|hatırla|记住|自动登录|免登录|保持登录|次回から|자동로그인',
  terms:
    'terms|agree|policy|privacy|condition|accept|consent|disclaimer|rules|agb|datenschutz|condizion|condicion|condiç|acept|aceit|accett|соглас|услови|правил|згод|съглас|zgod|regulamin|akcept|souhlas|súhlas|elfogad|feltétel|hyväksy|ehdot|godkänn|villkor|betingel|vilkår|voorwaarden|kabul|同意|协议|条款|服务条款|隐私|規約|약관|동의',
  send: 'submit|send|post|senden|absenden|enviar|envoyer|invia|odeslat|odoslať|wyślij|küld|lähetä|skicka|verzend|gönder|valider|отправить|надісл|изпрат|publish|提交|发送|送出|发布|送信|전송',
  cancel:
    'cancel|abbrech|annul|abort|return|back|close|zurück|volver|voltar|retour|indietro|отмен|назад|скасув|anuluj|zrušit|zrušiť|mégse|peruuta|avbryt|iptal|取消|返回|关闭|キャンセル|戻る|취소',
  clear:
    'reset|clear|start over|löschen|zurücksetzen|borrar|limpiar|limpar|cancella|effacer|очист|сброс|wyczyść|清除|清空|リセット',
  first:
    'first|given|forename|vorname|fname|prenom|prénom|имя|ім я|име|imię|imie|jméno|jmeno|meno|keresztn|etunimi|förnamn|fornavn|voornaam|primeiro nome|名字|名前|이름',
  last: 'last|surname|family|nachname|lname|nom|apellido|sobrenome|cognome|nom de famille|фамилия|прізвищ|фамил|nazwisko|příjmení|prijmeni|priezvisko|vezetékn|sukunimi|efternamn|efternavn|etternavn|achternaam|soyad|姓氏|姓',
  middle: 'middle|mname|initial|отчество|patronym',
  name: 'name|nombre|nome|nom|navn|namn|naam|név|nimi|ime|imię|jméno|meno|isim|имя|фио|الاسم|姓名|名称|称呼|名字|氏名|お名前|성명',
  company:
    'company|organi|organiz|firma|empresa|azienda|ragione sociale|société|societe|entreprise|employer|agency|business|institution|компани|организ|фирма|yritys|företag|cég|公司|单位|企业|机构|会社|회사',
  city: 'city|town|ort|stadt|wohnort|ciudad|localidad|cidade|città|citta|comune|ville|город|місто|град|miasto|mesto|město|város|kaupunki|paikka|stad|woonplaats|suburb|location|城市|市区|市区町村|도시',
  state:
    'state|province|provincia|region|county|bundesland|estado|département|область|регион|województwo|省|州|都道府県',
  country:
    'country|nation|land|país|pais|pays|paese|nazione|страна|країна|kraj|krajina|země|ország|maa|国家|國家|地区|国籍|국가',
  zip: 'zip|zipcode|postal|postcode|post code|plz|postleit|codepostal|código postal|cep|cap|psc|psč|kod pocztowy|irányító|postinumero|postnummer|індекс|индекс|邮编|郵遞區號|邮政编码|郵便番号|우편번호',
  street:
    'address|street|addr|straße|strasse|dirección|direccion|endereço|morada|indirizzo|via|civico|hausnummer|adresse|rue|адрес|вулиц|улица|adres|ulica|ulice|cím|osoite|adress|地址|街道|住址|住所|番地|주소',
  gender:
    'gender|sex|sexe|sexo|male|female|geschlecht|anrede|salutation|civilit|mrs|mme|sesso|пол|стать|płeć|pohlav|nem|sukupuoli|kön|kjønn|cinsiyet|性别|男|女|성별',
  day: 'day|tag|día|dia|jour|giorno|gg|dd|день|päivä|dag|nap|日',
  month:
    'month|monat|mes|mês|mois|mese|januar|january|enero|janvier|gennaio|январ|январь|styczeń|leden|január|tammi|mm|месяц|měsíc|mesiac|hónap|kuukausi|月|월',
  year: 'year|jahr|año|ano|année|annee|anno|yyyy|aaaa|год|rok|év|vuosi|år|jaar|年|년',
  date: 'date|datum|fecha|data|dato|birth|dob|bday|geburt|nacimiento|nascita|naissance|nasc|check in|checkin|chkin|check out|depart|arriv|дата|рожд|narozen|narodenia|urodz|szület|syntym|født|född|日期|出生|时间|生年月日|생년월일',
  website: 'website|web site|url|homepage|site|sito|link|www|сайт|网址|網站|网站|主页|ホームページ|홈페이지',
  category:
    'category|categories|type|section|kategori|catégorie|categoria|categoría|категори|department|topic|раздел|类别|分类|类型|栏目|频道|范围|全部|カテゴリ|카테고리',
  sort: 'sort|order by|orderby|sortier|ordenar|ordina|trier|tri par|сортиров|排序|並び替え|정렬',
  display:
    'per page|perpage|pro seite|por página|par page|per pagina|view|show|display|style|theme|language|currency|skin|limit|显示|每页|样式|语言|表示',
  question:
    'question|secret|frage|pregunta|pergunta|domanda|вопрос|pytanie|otázka|kérdés|kysymys|安全问题|密保问题|質問',
  answer:
    'answer|antwort|respuesta|resposta|risposta|réponse|ответ|odpowied|odpověď|odpoveď|válasz|vastaus|svar|答案|答え',
  poll: 'vote|poll|abstimm|votar|голос|опрос|anket|投票|アンケート|투표',
  about:
    'about me|about you|bio|biograph|signature|interests|skills|hobb|о себе|o sobe|o mně|个人简介|签名|介绍|自己紹介',
  upload:
    'upload|file|attach|avatar|photo|picture|datei|fichier|archivo|allegat|загруз|файл|上传|附件|头像|写真|첨부',
  price: 'price|min|max|preis|precio|preço|prezzo|prix|цена|cena|ár|hinta|pris|价格|最低|最高|価格|가격',
  leave:
    'leave this|leave blank|leave empty|do not fill|don t fill|not fill|leer lassen|laisser vide|dejar en blanco|не заполн|honeypot|bot',
  coupon:
    'coupon|promo|voucher|gutschein|referral|invit|ref code|discount code|код купон|промо|优惠|邀请|クーポン',
  zone: 'time zone|timezone|zeitzone|часов|fuseau|时区|時間帯',
  number: 'number|nummer|num|no|nr|numero|número|numéro|номер|číslo|szám|番号|번호',
  age: 'age|alter|edad|âge|возраст|年龄|年齢|나이',
} as const;

export type Topic = keyof typeof topics;

/**
 * Stems of at most so many letters stand in too many other words (`tel` in hotels, `cap` in captchas): they count as
 * whole words only, where the script has words.
 */
const shortStem = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]{1,3}$/u;

const stems: readonly (readonly [Topic, readonly string[]])[] = Object.entries(topics).map(
  ([topic, words]) =>
    [topic as Topic, words.split('|').map((word) => (shortStem.test(word) ? ` ${word} ` : word))] as const,
);

/** A text in one spelling: no case, names of programs taken apart. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{L}{2})(?=\d)/gu, '$1 ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** What a text in one spelling speaks of. */
export function topicsOf(plain: string): readonly Topic[] {
  if (plain === '') return [];
  const whole = ` ${plain} `;
  return stems.filter(([, words]) => words.some((word) => whole.includes(word))).map(([topic]) => topic);
}
