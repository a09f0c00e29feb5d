import { shellTexts } from '@fleetdeck/i18n/zhcn/shell-texts'
import type { Locale } from 'antd/es/locale'
import antd from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'

const antdTexts: Locale = { ...antd, Pagination: { ...antd.Pagination, page_size: '每页条数' } }

export const zhcnPack = { texts: shellTexts, antd: antdTexts }
