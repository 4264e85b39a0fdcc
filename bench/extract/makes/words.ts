import { Dice } from '../../../test/dice.ts';

/** Words of one language that pages are filled with. */
export interface Language {
  readonly code: string;
  /** Things, people and places. */
  readonly things: readonly string[];
  readonly people: readonly string[];
  readonly places: readonly string[];
  /** Sentences are made of these. */
  readonly words: readonly string[];
  /** Words of menus, and for "more". */
  readonly menu: readonly string[];
  readonly more: string;
  readonly end: string;
}

const list = (text: string) => text.split('|');

/** Languages that the pages take turns in. */
export const languages: readonly Language[] = [
  {
    code: 'en',
    more: 'View options',
    end: '.',
    things: list(
      'Copper kettle|Oak table|Wool blanket|Desk lamp|Garden chair|Steel knife|Linen shirt|Clay vase|Paper kite|Glass bowl|Iron pan|Silk scarf',
    ),
    people: list('Anna Bright|Tom Reed|Lucy Hale|Mark Stone|Ella Ford|Jack Lane|Nora Webb|Paul Grey'),
    places: list('Harbour Hall|Old Mill|City Park|North Station|River Theatre|West Library'),
    words: list(
      'light|quiet|morning|river|paper|stone|garden|always|never|between|under|window|bread|winter|summer|carefully|made|found|small|old',
    ),
    menu: list('Home|Products|News|About us|Contact|Help|Imprint|Jobs'),
  },
  {
    code: 'de',
    more: 'Mehr erfahren',
    end: '.',
    things: list(
      'Kupferkessel|Eichentisch|Wolldecke|Schreibtischlampe|Gartenstuhl|Stahlmesser|Leinenhemd|Tonvase|Papierdrachen|Glasschale|Eisenpfanne|Seidenschal',
    ),
    people: list('Anna Bauer|Thomas Klein|Lena Vogel|Markus Stein|Eva Fischer|Jan Lang|Nora Weber|Paul Grau'),
    places: list('Hafenhalle|Alte Mühle|Stadtpark|Nordbahnhof|Flusstheater|Westbibliothek'),
    words: list(
      'Licht|leise|Morgen|Fluss|Papier|Stein|Garten|immer|niemals|zwischen|unter|Fenster|Brot|Winter|Sommer|sorgsam|gemacht|gefunden|klein|alt',
    ),
    menu: list('Start|Produkte|Neues|Über uns|Kontakt|Hilfe|Impressum|Stellen'),
  },
  {
    code: 'zh',
    more: '查看详情',
    end: '。',
    things: list('铜水壶|橡木桌子|羊毛毯|台灯|花园椅|钢刀|亚麻衬衫|陶瓷花瓶|纸风筝|玻璃碗|铁锅|丝绸围巾'),
    people: list('王小明|李红|张伟|刘洋|陈静|杨帆|赵磊|黄丽'),
    places: list('海港大厅|旧磨坊|城市公园|北站|河畔剧院|西区图书馆'),
    words: list(
      '光明|安静|早晨|河流|纸张|石头|花园|总是|从不|之间|下面|窗户|面包|冬天|夏天|小心|制作|发现|小小|古老',
    ),
    menu: list('首页|产品|新闻|关于我们|联系|帮助|招聘|登录'),
  },
  {
    code: 'fr',
    more: 'Voir plus',
    end: '.',
    things: list(
      'Bouilloire en cuivre|Table en chêne|Couverture de laine|Lampe de bureau|Chaise de jardin|Couteau en acier|Chemise en lin|Vase en terre|Cerf-volant|Bol en verre|Poêle en fer|Foulard de soie',
    ),
    people: list(
      'Anne Leroy|Thomas Petit|Lucie Moreau|Marc Pierre|Élise Fournier|Jean Lang|Nora Roux|Paul Gris',
    ),
    places: list('Halle du Port|Vieux Moulin|Parc municipal|Gare du Nord|Théâtre du Fleuve|Bibliothèque'),
    words: list(
      'lumière|calme|matin|fleuve|papier|pierre|jardin|toujours|jamais|entre|sous|fenêtre|pain|hiver|été|soigneusement|fait|trouvé|petit|vieux',
    ),
    menu: list('Accueil|Produits|Actualités|À propos|Contact|Aide|Mentions|Emplois'),
  },
  {
    code: 'ru',
    more: 'Подробнее',
    end: '.',
    things: list(
      'Медный чайник|Дубовый стол|Шерстяной плед|Настольная лампа|Садовый стул|Стальной нож|Льняная рубашка|Глиняная ваза|Бумажный змей|Стеклянная чаша|Чугунная сковорода|Шёлковый шарф',
    ),
    people: list(
      'Анна Белова|Олег Рыбин|Лидия Котова|Марк Камнев|Елена Форд|Иван Лугов|Нора Вебер|Павел Серов',
    ),
    places: list('Портовый зал|Старая мельница|Городской парк|Северный вокзал|Речной театр|Библиотека'),
    words: list(
      'свет|тихо|утро|река|бумага|камень|сад|всегда|никогда|между|под|окно|хлеб|зима|лето|бережно|сделано|найдено|малый|старый',
    ),
    menu: list('Главная|Товары|Новости|О нас|Контакты|Помощь|Вакансии|Вход'),
  },
  {
    code: 'ja',
    more: '詳しく見る',
    end: '。',
    things: list(
      '銅のやかん|樫のテーブル|ウールの毛布|デスクランプ|庭の椅子|鋼の包丁|リネンのシャツ|陶器の花瓶|紙の凧|ガラスの鉢|鉄のフライパン|絹のスカーフ',
    ),
    people: list('佐藤花子|鈴木一郎|高橋健|田中舞|伊藤翔|渡辺葵|山本蓮|中村陽'),
    places: list('港ホール|古い水車|市民公園|北駅|川の劇場|西図書館'),
    words: list(
      '光が|静かな|朝に|川の|紙と|石の|庭で|いつも|決して|間に|下の|窓から|パンを|冬の|夏に|丁寧に|作った|見つけた|小さな|古い',
    ),
    menu: list('ホーム|商品|ニュース|会社概要|お問い合わせ|ヘルプ|採用|ログイン'),
  },
];

/** A generator of numbers that gives the same ones for the same seed. */
export function dice(seed: number): (sides: number) => number {
  const drawn = new Dice(seed * 2654435761 + 12345);
  return (sides) => drawn.below(sides);
}
