import { type Concept, concept } from './concept.ts';

/** What goods of any kind are told by, and cars, cameras and houses besides. */
export const goods: readonly Concept[] = [
  concept(
    'price',
    'price|our price|sale price|your price|cost|msrp|online price|价格|售价|现价|定价|报价|单价|指导价',
    {
      weak: ['retail price', 'list price', 'you pay', 'asking price', 'base price'],
      types: ['price', 'number'],
    },
  ),
  concept('list_price', 'list price|retail price|regular price|original price|was|原价|市场价', {
    types: ['price'],
  }),
  concept('discount', 'discount|you save|savings|save|折扣|优惠', { types: ['price', 'percentage'] }),
  concept('manufacturer', 'manufacturer|brand|maker|brand name|made by|品牌|厂商|制造商|生产厂家|生产商', {
    weak: ['make', 'vendor'],
    types: ['organisation'],
  }),
  concept('model', 'model|model name|型号|车型|产品型号', { weak: ['product name'], main: true }),
  concept(
    'sku',
    'sku|item number|part number|product code|model number|catalog number|manufacturer part number|货号|商品编号|编号',
  ),
  concept('availability', 'availability|in stock|stock|stock status|库存|供货'),
  concept('shipping', 'shipping|shipping cost|delivery|运费|配送'),
  concept('condition', 'condition|item condition|成色'),
  concept('color', 'color|colour|颜色'),
  concept('size', 'size|dimensions|product dimensions|measurements|尺寸|规格|大小'),
  concept('weight', 'weight|item weight|重量|体重|净重', { types: ['quantity', 'number'] }),
  concept('material', 'material|materials|fabric|材质|材料'),
  concept('warranty', 'warranty|guarantee|保修|质保'),
  concept('engine', 'engine|engine type|engine size|motor|发动机|引擎', {
    weak: ['displacement', '排量'],
    holds:
      /\b(?:\d\.\d ?-?l(?:it(?:er|re))?\b|[vih]-?\d{1,2}\b|cyl(?:inder)?s?|dohc|hp\b|turbo|hybrid)|升|缸/i,
  }),
  concept('fuel_economy', 'fuel economy|mpg|gas mileage|fuel consumption|油耗|百公里油耗|综合油耗', {
    weak: ['mileage', 'city', 'highway'],
    types: ['quantity'],
    holds: /\bmpg\b|\bcity\b|\bhwy\b|highway|l\/100|升\/百公里/i,
  }),
  concept('transmission', 'transmission|gearbox|变速箱|变速器'),
  concept('mileage', 'mileage|odometer|miles|里程|行驶里程', { types: ['quantity', 'number'] }),
  concept('resolution', 'resolution|megapixels|像素|分辨率', { types: ['quantity'] }),
  concept('bedrooms', 'bedrooms|beds|bed|户型|卧室', { types: ['number', 'quantity'] }),
  concept('bathrooms', 'bathrooms|baths|bath|卫生间', { types: ['number', 'quantity'] }),
  concept('area', 'area|square feet|floor area|living area|sq ft|面积|建筑面积', {
    types: ['quantity', 'number'],
  }),
];
