import { zhcn } from '@fleetdeck/i18n/zhcn'
import antd from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'

export const zhcnPack = { texts: zhcn, antd }
