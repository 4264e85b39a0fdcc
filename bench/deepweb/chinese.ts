import { pageForms } from '../../src/forms/find.ts';
import { type KnownForm, knownForm } from '../../src/forms/kinds.ts';
import { parseDocument } from '../../src/html/tree.ts';

/** A form in the style of Chinese sites, and what is true of it. */
interface ChineseForm {
  readonly searchable: boolean;
  /** Labels of fields by name. */
  readonly labels: Readonly<Record<string, string>>;
  readonly html: string;
}

const search = (html: string, labels: Readonly<Record<string, string>> = {}): ChineseForm => {
  return { searchable: true, labels, html };
};
const other = (html: string, labels: Readonly<Record<string, string>> = {}): ChineseForm => {
  return { searchable: false, labels, html };
};

/** A line of a table or of a list: label and field. */
const row = (label: string, field: string) => `<tr><td class="label">${label}：</td><td>${field}</td></tr>`;
const text = (name: string, more = '') => `<input type="text" name="${name}" ${more}>`;
const choice = (name: string, ...options: string[]) =>
  `<select name="${name}">${options.map((one) => `<option value="${one}">${one}</option>`).join('')}</select>`;
const form = (action: string, inner: string, method = 'get') =>
  `<form action="${action}" method="${method}">${inner}</form>`;
const submit = (word: string) => `<input type="submit" class="btn" value="${word}">`;

/** Of portals, shops, libraries, offices, boards, jobs, travel and banks, as they are written there. */
export const chineseForms: readonly ChineseForm[] = [
  search(form('/s', `${text('wd', 'maxlength="255" autocomplete="off"')}${submit('搜一下')}`)),
  search(form('/search', `${text('q', 'placeholder="搜索商品、店铺"')}<button type="submit">搜索</button>`)),
  search(form('/so.php', `${choice('type', '新闻', '视频', '图片')}${text('kw')}<button>搜 索</button>`)),
  search(form('/search.aspx', `<label for="k">关键词</label>${text('keyword', 'id="k"')}${submit('查询')}`), {
    keyword: '关键词',
  }),
  search(
    form(
      '/opac/openlink.php',
      `<table>${row('题名', text('title'))}${row('责任者', text('author'))}${row('出版社', text('publisher'))}${row('出版年', text('year'))}</table>${submit('检索')}`,
    ),
    { title: '题名', author: '责任者', publisher: '出版社', year: '出版年' },
  ),
  search(
    form(
      '/opac/search',
      `${choice('field', '任意词', '题名', '作者', 'ISBN')}${text('word')}${choice('match', '前方一致', '完全匹配')}<button class="btn-primary">检索图书</button>`,
    ),
  ),
  search(
    form(
      '/jobs/search.html',
      `<label>职位 ${text('job')}</label><label>工作地点 ${choice('city', '全国', '北京', '上海', '深圳')}</label><label>学历要求 ${choice('edu', '不限', '大专', '本科')}</label>${submit('搜索职位')}`,
    ),
    { job: '职位', city: '工作地点', edu: '学历要求' },
  ),
  search(
    form(
      '/flight/list',
      `<div><span>出发城市</span>${text('from')}</div><div><span>到达城市</span>${text('to')}</div><div><span>出发日期</span>${text('date', 'class="datepicker"')}</div><button type="submit" class="search-btn">搜索机票</button>`,
    ),
    { from: '出发城市', to: '到达城市', date: '出发日期' },
  ),
  search(
    form(
      '/train/query',
      `<ul><li>出发地 ${text('start')}</li><li>目的地 ${text('end')}</li><li>乘车日期 ${text('day')}</li></ul>${submit('查询车次')}`,
    ),
    { start: '出发地', end: '目的地', day: '乘车日期' },
  ),
  search(
    form(
      '/hotel/search',
      `<label>目的地${text('city')}</label><label>入住${text('checkin')}</label><label>离店${text('checkout')}</label><label>酒店名${text('name')}</label><button>搜索酒店</button>`,
    ),
    { city: '目的地', checkin: '入住', checkout: '离店', name: '酒店名' },
  ),
  search(
    form(
      '/house/list',
      `${choice('area', '区域', '朝阳', '海淀')}${choice('price', '价格不限', '100万以下', '100-200万')}${choice('room', '户型', '一室', '两室')}${text('key', 'placeholder="小区名、地铁站"')}${submit('找房')}`,
    ),
  ),
  search(
    form(
      '/car/select',
      `<span>品牌</span>${choice('brand', '请选择品牌', '大众', '丰田')}<span>车系</span>${choice('series', '请选择车系')}<span>价格</span>${choice('price', '不限', '5-10万')}<button>开始找车</button>`,
    ),
    { brand: '品牌', series: '车系', price: '价格' },
  ),
  search(
    form(
      '/gov/xxgk/search.jsp',
      `<table>${row('索引号', text('indexNo'))}${row('文号', text('docNo'))}${row('标题', text('title'))}${row('发布机构', text('org'))}${row('发布日期', `${text('d1')} 至 ${text('d2')}`)}</table><input type="button" value="查 询"><input type="reset" value="重 置">`,
    ),
    { indexNo: '索引号', docNo: '文号', title: '标题', org: '发布机构', d1: '发布日期' },
  ),
  search(
    form(
      '/law/query',
      `<p>法规名称：${text('lawName')}</p><p>发布部门：${choice('dept', '全部', '国务院', '教育部')}</p><p>正文包含：${text('body')}</p>${submit('开始检索')}`,
    ),
    { lawName: '法规名称', dept: '发布部门', body: '正文包含' },
  ),
  search(
    form(
      '/patent/search',
      `<table>${row('申请号', text('an'))}${row('发明名称', text('ti'))}${row('申请人', text('pa'))}${row('摘要', text('ab'))}</table>${submit('检索')}`,
      'post',
    ),
    { an: '申请号', ti: '发明名称', pa: '申请人', ab: '摘要' },
  ),
  search(
    form(
      '/kns/brief.aspx',
      `${choice('txt_1_sel', '主题', '篇名', '作者', '关键词')}${text('txt_1_value1')}<input type="radio" name="rel" value="and">并含 <input type="radio" name="rel" value="or">或含 ${text('txt_1_value2')}<input type="button" value="检索文献">`,
    ),
  ),
  search(
    form(
      '/express/query',
      `<label for="no">运单号码</label><input id="no" name="no" placeholder="请输入快递单号">${submit('查询')}`,
    ),
    { no: '运单号码' },
  ),
  search(
    form(
      '/weather',
      `${text('city', 'placeholder="输入城市名查天气"')}<button type="submit">查天气</button>`,
    ),
  ),
  search(
    form(
      '/dict',
      `${text('w', 'placeholder="请输入要查询的汉字或词语"')}<button type="submit">查字典</button>`,
    ),
  ),
  search(form('/stock', `${text('code', 'placeholder="代码/名称/拼音"')}${submit('查行情')}`)),
  search(
    form(
      '/company/search',
      `<input name="key" placeholder="请输入企业名称、人名、注册号"><button class="search-btn">查一下</button>`,
    ),
  ),
  search(
    form(
      '/movie/list',
      `<dl><dt>类型</dt><dd>${choice('genre', '全部', '喜剧', '动作')}</dd><dt>地区</dt><dd>${choice('region', '全部', '大陆', '香港')}</dd><dt>年代</dt><dd>${choice('year', '全部', '2020', '2019')}</dd></dl>${submit('筛选')}`,
    ),
    { genre: '类型', region: '地区', year: '年代' },
  ),
  search(
    form(
      '/music/search',
      `<input name="s" placeholder="音乐/歌手/歌词/专辑"><a class="ico" href="#"></a><button type="submit">搜索</button>`,
    ),
  ),
  search(
    form(
      '/bbs/search.php?mod=forum',
      `${text('srchtxt')}${choice('srchtype', '帖子', '用户')}<button name="searchsubmit">搜索</button>`,
      'post',
    ),
  ),
  search(
    form(
      '/doctor/find',
      `<label>科室<select name="dept"><option>内科</option><option>外科</option></select></label><label>医生姓名${text('doctor')}</label><label>医院${text('hospital')}</label><button>查找医生</button>`,
    ),
    { dept: '科室', doctor: '医生姓名', hospital: '医院' },
  ),
  search(
    form(
      '/zhaobiao/search',
      `<span>项目名称</span>${text('proj')}<span>招标单位</span>${text('unit')}<span>所在地区</span>${choice('prov', '全国', '北京', '河北')}<button>搜索公告</button>`,
    ),
    { proj: '项目名称', unit: '招标单位', prov: '所在地区' },
  ),
  search(
    form(
      '/school/list',
      `<label>院校名称 ${text('school')}</label><label>所在省份 ${choice('prov', '不限', '北京')}</label><label>院校类型 ${choice('kind', '不限', '综合', '理工')}</label><input type="submit" value="查询院校">`,
    ),
    { school: '院校名称', prov: '所在省份', kind: '院校类型' },
  ),
  search(
    `<div class="search-box"><input type="text" placeholder="请输入关键字"><button class="btn">搜索</button></div>`,
  ),
  search(`<div role="search"><input name="q" aria-label="站内搜索"><button>搜</button></div>`, {
    q: '站内搜索',
  }),
  search(form('', `<input type="search" name="query" placeholder="在本站中查找">`)),
  search(form('/map', `${text('poi', 'placeholder="搜地点、查公交、找路线"')}<button>搜索</button>`)),
  search(
    form(
      '/news/search',
      `关键字 ${text('kw')} 时间 ${choice('time', '不限', '一天内', '一周内')} 排序 ${choice('sort', '按相关度', '按时间')} ${submit('搜新闻')}`,
    ),
    { kw: '关键字', time: '时间', sort: '排序' },
  ),
  search(
    form(
      '/archive/query.do',
      `<table>${row('全宗号', text('qzh'))}${row('题名', text('tm'))}${row('年度', text('nd'))}${row('保管期限', choice('bgqx', '全部', '永久', '30年'))}</table>${submit('查询档案')}`,
      'post',
    ),
    { qzh: '全宗号', tm: '题名', nd: '年度', bgqx: '保管期限' },
  ),
  search(
    form(
      '/shop/list',
      `<input name="keyword" placeholder="请输入书名/作者/出版社/ISBN"><input type="submit" value="搜 索">`,
    ),
  ),
  other(
    form(
      '/login',
      `<label for="u">用户名</label><input id="u" name="username"><label for="p">密码</label><input id="p" type="password" name="password"><label><input type="checkbox" name="auto">下次自动登录</label><button>登 录</button>`,
      'post',
    ),
    { username: '用户名', password: '密码', auto: '下次自动登录' },
  ),
  other(
    form(
      '/passport/login',
      `<input name="account" placeholder="手机号/邮箱"><input type="password" name="pwd" placeholder="请输入密码"><button>登录</button><a href="/forget">忘记密码</a>`,
      'post',
    ),
  ),
  other(
    form(
      '/sms/login',
      `<input name="mobile" placeholder="请输入手机号"><input name="code" placeholder="短信验证码"><button type="button">获取验证码</button><button>登录/注册</button>`,
      'post',
    ),
  ),
  other(
    form(
      '/reg',
      `<table>${row('用户名', text('user'))}${row('登录密码', '<input type="password" name="p1">')}${row('确认密码', '<input type="password" name="p2">')}${row('电子邮箱', text('email'))}${row('验证码', text('vcode'))}</table><label><input type="checkbox" name="agree">我已阅读并同意《用户协议》</label>${submit('立即注册')}`,
      'post',
    ),
    { user: '用户名', p1: '登录密码', p2: '确认密码', email: '电子邮箱', vcode: '验证码' },
  ),
  other(
    form(
      '/forget',
      `<p>注册邮箱 ${text('email')}</p><p>验证码 ${text('code')}</p>${submit('找回密码')}`,
      'post',
    ),
    { email: '注册邮箱', code: '验证码' },
  ),
  other(
    form(
      '/guestbook/add',
      `<p>姓名：${text('name')}</p><p>联系电话：${text('tel')}</p><p>留言内容：<textarea name="content"></textarea></p>${submit('提交留言')}`,
      'post',
    ),
    { name: '姓名', tel: '联系电话', content: '留言内容' },
  ),
  other(
    form(
      '/comment',
      `<textarea name="msg" placeholder="我来说两句"></textarea><button>发表评论</button>`,
      'post',
    ),
  ),
  other(
    form(
      '/reply',
      `<label>昵称 ${text('nick')}</label><textarea name="text"></textarea>${submit('回复')}`,
      'post',
    ),
    {
      nick: '昵称',
    },
  ),
  other(
    form('/subscribe', `${text('email', 'placeholder="请输入您的邮箱地址"')}<button>订阅</button>`, 'post'),
  ),
  other(
    form(
      '/cart/add',
      `<span>数量</span>${text('num', 'value="1"')}<button>加入购物车</button><button name="buy">立即购买</button>`,
      'post',
    ),
    { num: '数量' },
  ),
  other(
    form(
      '/order/submit',
      `<p>收货人 ${text('consignee')}</p><p>收货地址 ${text('addr')}</p><p>手机号码 ${text('phone')}</p><button>提交订单</button>`,
      'post',
    ),
    { consignee: '收货人', addr: '收货地址', phone: '手机号码' },
  ),
  other(
    form(
      '/vote',
      `<p>您对本网站的评价</p><label><input type="radio" name="v" value="1">满意</label><label><input type="radio" name="v" value="2">一般</label><label><input type="radio" name="v" value="3">不满意</label>${submit('投票')}`,
      'post',
    ),
  ),
  other(
    form(
      '/feedback',
      `<label>问题类型${choice('type', '建议', '投诉', '其他')}</label><label>反馈内容<textarea name="detail"></textarea></label><label>联系方式${text('contact')}</label><button>提交反馈</button>`,
      'post',
    ),
    { type: '问题类型', detail: '反馈内容', contact: '联系方式' },
  ),
  other(
    form(
      '/upload',
      `<p>选择文件 <input type="file" name="file"></p><p>文件说明 ${text('memo')}</p>${submit('上传')}`,
      'post',
    ),
    { file: '选择文件', memo: '文件说明' },
  ),
  other(
    form(
      '/pay',
      `<p>卡号 ${text('cardno')}</p><p>有效期 ${text('exp')}</p><p>持卡人姓名 ${text('holder')}</p><p>支付密码 <input type="password" name="pin"></p>${submit('确认付款')}`,
      'post',
    ),
    { cardno: '卡号', exp: '有效期', holder: '持卡人姓名', pin: '支付密码' },
  ),
  other(
    form(
      '/user/profile',
      `<table>${row('真实姓名', text('realname'))}${row('性别', '<input type="radio" name="sex" value="1">男 <input type="radio" name="sex" value="0">女')}${row('出生日期', text('birth'))}${row('个人简介', '<textarea name="intro"></textarea>')}</table>${submit('保存修改')}`,
      'post',
    ),
    { realname: '真实姓名', birth: '出生日期', intro: '个人简介' },
  ),
  other(
    form(
      '/apply',
      `<table>${row('企业名称', text('company'))}${row('联系人', text('person'))}${row('联系电话', text('tel'))}${row('申请事项', '<textarea name="matter"></textarea>')}</table>${submit('提交申请')}`,
      'post',
    ),
    { company: '企业名称', person: '联系人', tel: '联系电话', matter: '申请事项' },
  ),
  other(
    form(
      '/bbs/post',
      `<p>标题 ${text('subject')}</p><p><textarea name="message"></textarea></p><button>发表帖子</button>`,
      'post',
    ),
    { subject: '标题' },
  ),
  other(
    form(
      '/mayor/letter',
      `<p>写信人 ${text('writer')}</p><p>信件主题 ${text('topic')}</p><p>信件内容 <textarea name="body"></textarea></p><p>是否公开 ${choice('open', '公开', '不公开')}</p>${submit('提交信件')}`,
      'post',
    ),
    { writer: '写信人', topic: '信件主题', body: '信件内容', open: '是否公开' },
  ),
  other(
    form(
      '/resetpwd',
      `<p>原密码 <input type="password" name="old"></p><p>新密码 <input type="password" name="new1"></p><p>确认新密码 <input type="password" name="new2"></p>${submit('修改密码')}`,
      'post',
    ),
    {
      old: '原密码',
      new1: '新密码',
      new2: '确认新密码',
    },
  ),
  other(
    form('/coupon', `${text('coupon', 'placeholder="请输入优惠码"')}<button>使用优惠券</button>`, 'post'),
  ),
  other(
    form(
      '/tuan/signup',
      `<p>姓名 ${text('name')}</p><p>手机 ${text('phone')}</p><p>参团人数 ${text('num')}</p>${submit('我要报名')}`,
      'post',
    ),
    { name: '姓名', phone: '手机', num: '参团人数' },
  ),
  other(
    form(
      '/appoint',
      `<label>预约科室${choice('dept', '内科', '外科')}</label><label>患者姓名${text('patient')}</label><label>身份证号${text('idcard')}</label><button>提交预约</button>`,
      'post',
    ),
    { dept: '预约科室', patient: '患者姓名', idcard: '身份证号' },
  ),
  other(form('/delete', `<input type="hidden" name="id" value="3"><button>删除</button>`, 'post')),
  other(form('/logout', `<button>退出登录</button>`, 'post')),
  other(form('/invite', `<p>好友邮箱 ${text('mails')}</p><button>发送邀请</button>`, 'post'), {
    mails: '好友邮箱',
  }),
  other(
    form(
      '/zixun',
      `<p>您的称呼 ${text('call')}</p><p>您的电话 ${text('mobile')}</p><p>咨询问题 <textarea name="q"></textarea></p>${submit('在线咨询')}`,
      'post',
    ),
    { call: '您的称呼', mobile: '您的电话', q: '咨询问题' },
  ),
  other(
    form(
      '/loan',
      `<p>贷款金额 ${text('money')}</p><p>手机号 ${text('tel')}</p>${submit('免费申请')}`,
      'post',
    ),
    {
      money: '贷款金额',
      tel: '手机号',
    },
  ),
];

/** What became of them. */
export interface ChineseResult {
  readonly forms: number;
  readonly searchable: number;
  readonly labels: number;
  readonly rightLabels: number;
  readonly wrong: readonly string[];
}

/** Reads each form as a page of its own. */
export function readChinese(): ChineseResult {
  const wrong: string[] = [];
  let [searchable, labels, rightLabels] = [0, 0, 0];
  for (const { html, searchable: truth, labels: truths } of chineseForms) {
    const page = `<!doctype html><html lang="zh"><head><title>页面</title></head><body>${html}</body></html>`;
    const [found] = pageForms(parseDocument(page, 'http://site.test/', 1000)).map(knownForm);
    if (found?.searchable === truth) searchable++;
    else
      wrong.push(`${truth ? 'searchable' : 'not searchable'}, called ${found?.kind ?? 'no form'}: ${html}`);
    for (const [name, label] of Object.entries(truths)) {
      labels++;
      const said = labelIn(found, name);
      if (said === label) rightLabels++;
      else wrong.push(`label ${label} of ${name}, read as "${said}": ${html}`);
    }
  }
  return { forms: chineseForms.length, searchable, labels, rightLabels, wrong };
}

function labelIn(form: KnownForm | undefined, name: string): string {
  const label = form?.fields.find((field) => field.name === name)?.label ?? '';
  return label.replace(/[\s：:*]+$/, '').trim();
}
