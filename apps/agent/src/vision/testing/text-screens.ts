import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fontFamily, loadFonts } from '../../drivers/simulated/pictures/fonts.ts'

export interface TextScreen {
  name: string
  canvas: Canvas
  /** Lines, as they are drawn. */
  lines: string[]
}

interface Line {
  text: string
  x: number
  y: number
  size?: number
  color?: string
}

const width = 720
const height = 1600
/** Debian's fonts-noto-cjk; the simulated phone has simplified characters only. */
const traditional = '"Noto Sans CJK TC"'

interface Painting {
  draw: (pen: SKRSContext2D) => Line[]
  scale: number
  family?: string
}

function paint(name: string, back: string, { draw, scale, family = fontFamily }: Painting): TextScreen {
  const canvas = createCanvas(width * scale, height * scale)
  const pen = canvas.getContext('2d')
  pen.scale(scale, scale)
  pen.fillStyle = back
  pen.fillRect(0, 0, width, height)
  const lines = draw(pen)
  for (const { text, x, y, size = 28, color = '#1c1f23' } of lines) {
    pen.font = `${size}px ${family}`
    pen.fillStyle = color
    pen.fillText(text, x, y)
  }
  return { name, canvas, lines: lines.map(({ text }) => text) }
}

function box(pen: SKRSContext2D, color: string, ...[x, y, w, h]: [number, number, number, number]): void {
  pen.fillStyle = color
  pen.beginPath()
  pen.roundRect(x, y, w, h, 16)
  pen.fill()
}

const chat = (pen: SKRSContext2D): Line[] => {
  const said = [
    '明天上午十点在公司门口集合',
    '好的，我会准时到',
    '记得带上身份证和合同',
    '收到，谢谢提醒',
    '晚上一起吃饭吗？',
    '可以，去上次那家火锅店',
  ]
  for (const [at] of said.entries())
    box(pen, at % 2 ? '#95ec69' : '#ffffff', at % 2 ? 200 : 100, 170 + at * 150, 440, 84)
  return [
    { text: '项目沟通群（12）', x: 240, y: 100, size: 34 },
    ...said.map((text, at) => ({ text, x: at % 2 ? 226 : 126, y: 222 + at * 150 })),
    { text: '按住说话', x: 300, y: 1530, size: 30 },
  ]
}
const settings = (): Line[] => [
  { text: 'Settings', x: 40, y: 120, size: 44 },
  ...[
    'Network and internet',
    'Connected devices',
    'Notifications',
    'Battery 87%',
    'Display and brightness',
    'Privacy and security',
    'About this phone',
  ].flatMap((text, at) => [
    { text, x: 60, y: 240 + at * 160, size: 32 },
    {
      text:
        [
          'Wi-Fi, mobile, data usage',
          'Bluetooth, pairing',
          'History, conversations',
          'Until 9:30 PM tomorrow',
          'Dark theme, font size',
          'Permissions, screen lock',
          'Model and software version',
        ][at] ?? '',
      x: 60,
      y: 284 + at * 160,
      size: 24,
      color: '#6b7280',
    },
  ]),
]
const shop = (pen: SKRSContext2D): Line[] =>
  [
    '新疆红枣五百克装',
    '不锈钢保温杯大容量',
    '纯棉短袖男士夏季',
    '无线蓝牙耳机降噪',
    '儿童绘本全套二十册',
  ].flatMap((text, at) => {
    const y = 160 + at * 270
    box(pen, `hsl(${at * 70}, 60%, 65%)`, 30, y, 200, 200)
    box(pen, '#e4393c', 540, y + 130, 150, 60)
    return [
      { text, x: 260, y: y + 50, size: 30 },
      { text: `已售 ${(at + 3) * 127} 件`, x: 260, y: y + 100, size: 24, color: '#8a8f98' },
      { text: `¥${at * 31 + 19}.90`, x: 260, y: y + 175, size: 36, color: '#e4393c' },
      { text: '立即购买', x: 563, y: y + 169, size: 26, color: '#ffffff' },
    ]
  })
const form = (pen: SKRSContext2D): Line[] => {
  for (let at = 0; at < 6; at += 1) box(pen, '#eef0f3', 40, 200 + at * 170, 640, 84)
  box(pen, '#1677ff', 40, 1300, 640, 90)
  return [
    { text: '新增收貨地址', x: 240, y: 100, size: 36 },
    ...['收件人姓名', '手機號碼', '所在地區', '詳細地址', '郵遞區號', '地址標籤'].flatMap((text, at) => [
      { text, x: 44, y: 184 + at * 170, size: 26, color: '#4b5563' },
      {
        text: ['陳小明', '0912-345-678', '臺北市信義區', '松高路十九號五樓', '110', '公司'][at] ?? '',
        x: 64,
        y: 254 + at * 170,
      },
    ]),
    { text: '儲存並使用', x: 285, y: 1357, size: 30, color: '#ffffff' },
  ]
}
const article = (): Line[] => [
  { text: '城市里的慢生活', x: 40, y: 140, size: 46 },
  { text: '作者：林间小路 2026-05-18', x: 40, y: 210, size: 24, color: '#8a8f98' },
  ...[
    '清晨的街道还没有完全醒来，早点铺子的',
    '灯光已经亮起。老板熟练地揉着面团，热',
    '气从蒸笼里慢慢升起，带着淡淡的香味。',
    '几位晨练回来的老人坐在门口，一边喝豆',
    '浆，一边聊着昨天的新闻。孩子背着书包',
    '匆匆走过，手里拿着刚买的包子。这样的',
    '场景每天都在重复，却让人觉得安心。',
    '也许生活本来就不需要太多的惊喜，只要',
    '有一些可以期待的小事情就足够了。',
  ].map((text, at) => ({ text, x: 40, y: 300 + at * 60, size: 34 })),
]
const dialog = (pen: SKRSContext2D): Line[] => {
  box(pen, '#2a2d31', 70, 560, 580, 420)
  box(pen, '#3b82f6', 370, 860, 240, 80)
  return [
    { text: '发现新版本', x: 270, y: 640, size: 36, color: '#f3f4f6' },
    { text: '修复了部分手机无法登录的问题，', x: 120, y: 710, size: 26, color: '#c7cbd1' },
    { text: '建议立即更新到版本 8.2.16', x: 120, y: 755, size: 26, color: '#c7cbd1' },
    { text: '安装包大小 86.4 MB', x: 120, y: 800, size: 24, color: '#9aa0a8' },
    { text: '以后再说', x: 160, y: 912, size: 30, color: '#c7cbd1' },
    { text: '立即更新', x: 430, y: 912, size: 30, color: '#ffffff' },
    { text: '我的订单', x: 40, y: 120, size: 34, color: '#9aa0a8' },
    { text: '全部 待付款 待收货', x: 40, y: 210, size: 28, color: '#6b7280' },
  ]
}

/** Six kinds of screens in simplified and traditional Chinese and English; 720 pixels wide, or larger. */
export function textScreens(scale = 1): TextScreen[] {
  loadFonts()
  return [
    paint('chat', '#ededed', { draw: chat, scale }),
    paint('settings (English)', '#ffffff', { draw: settings, scale }),
    paint('shop', '#ffffff', { draw: shop, scale }),
    paint('form (traditional)', '#ffffff', { draw: form, scale, family: traditional }),
    paint('article', '#fbfaf7', { draw: article, scale }),
    paint('dark dialog', '#16181b', { draw: dialog, scale }),
  ]
}

const plain = (text: string) => text.replaceAll(/\s/g, '').normalize('NFKC').replaceAll('¥', '').toLowerCase()

/** Characters of the lines that were not read, by edit distance to the most similar text. */
export function countMissed(lines: string[], read: string[]): { missed: number; characters: number } {
  const texts = read.map(plain)
  let [missed, characters] = [0, 0]
  for (const line of lines) {
    const wanted = plain(line)
    characters += wanted.length
    missed += Math.min(wanted.length, ...texts.map((text) => distance(wanted, text)))
  }
  return { missed, characters }
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
