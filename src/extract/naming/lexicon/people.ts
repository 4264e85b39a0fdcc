import { type Concept, concept } from './concept.ts';

/** What people, firms, schools, restaurants, jobs and events are told by. */
export const people: readonly Concept[] = [
  concept(
    'company',
    'company|employer|company name|hiring company|organization|organisation|公司|公司名称|雇主|企业|招聘单位',
    {
      weak: ['recruiter', 'agency', 'client', 'advertiser'],
      types: ['organisation'],
    },
  ),
  concept('location', 'location|city|place|city state|where|located in|地点|工作地点|所在地|位置|城市|地区', {
    weak: ['area', 'address', 'region', 'state'],
    types: ['place', 'address'],
  }),
  concept('salary', 'salary|pay|compensation|pay rate|wage|薪资|薪水|工资|月薪|待遇', {
    types: ['price', 'number'],
  }),
  concept('experience', 'experience|years of experience|experience level|工作经验|经验'),
  concept('education', 'education|degree|education level|学历|教育程度'),
  concept(
    'date_posted',
    'date posted|posted|posted on|post date|posted date|listed|posting date|发布日期|发布时间|更新时间|刊登日期',
    {
      weak: ['date', 'updated', 'last updated'],
      types: ['date'],
    },
  ),
  concept('type', 'type|kind|类型|性质', { weak: ['status', 'category', 'control'] }),
  concept('team', 'team|club|current team|球队|俱乐部'),
  concept('position', 'position|role|位置'),
  concept('height', 'height|身高|高度', {
    types: ['quantity'],
    holds: /^\d\s*['’′-]\s*\d|\d\s?(?:cm|m|feet|ft|in)\b/i,
  }),
  concept('born', 'born|date of birth|birthday|birth date|birthdate|出生日期|生日', {
    types: ['date', 'year'],
  }),
  concept('birthplace', 'birthplace|place of birth|hometown|出生地|籍贯', { types: ['place'] }),
  concept('nationality', 'nationality|citizenship|国籍'),
  concept('college', 'college|school|university|alma mater|毕业院校'),
  concept('phone', 'phone|telephone|tel|phone number|contact number|电话|联系电话|手机', {
    types: ['phone'],
  }),
  concept('fax', 'fax|fax number|传真', { types: ['phone'] }),
  concept('email', 'email|e-mail|mail|邮箱|电子邮件', { types: ['email'] }),
  concept(
    'website',
    'website|web site|homepage|home page|url|web|web address|official site|网址|网站|官网|主页',
    {
      types: ['url'],
    },
  ),
  concept('address', 'address|street address|mailing address|地址|详细地址|通讯地址', {
    weak: ['location'],
    types: ['address', 'place'],
  }),
  concept('cuisine', 'cuisine|cuisines|food type|type of food|菜系|口味', { weak: ['food', 'category'] }),
  concept('hours', 'hours|opening hours|hours of operation|open|营业时间', { types: ['time'] }),
  concept('price_range', 'price range|prices|人均'),
  concept('tuition', 'tuition|tuition and fees|学费', { types: ['price', 'number'] }),
  concept('enrollment', 'enrollment|students|student body|学生人数', { types: ['number'] }),
  concept('founded', 'founded|established|year founded|成立时间|创建时间', { types: ['year', 'date'] }),
  concept('venue', 'venue|where|场地|场馆'),
  concept('organizer', 'organizer|organiser|hosted by|主办方|主办单位'),
];
