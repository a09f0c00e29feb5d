import type { SameKeys } from '../catalogue.ts'
import type { booking as zhcn } from '../zhcn/booking.ts'

export const booking: SameKeys<typeof zhcn> = {
  'booking.purposeLength': '用途最多 200 個字元',
  'booking.devicesRequired': '請選擇手機',
  'booking.devicesTooMany': '一次最多預約 100 支手機',
  'booking.deviceBooked': '「{{deviceNo}}」已被「{{name}}」預約至 {{time}}',
  'booking.overlap': '「{{deviceNo}}」在 {{from}} 至 {{time}} 已被「{{name}}」預約',
  'booking.groupShort': '此群組在該時段只有 {{count}} 支空閒手機，請減少數量或排隊等候',
  'booking.past': '請選擇現在之後的時間',
  'booking.tooEarly': '最多提前 {{days}} 天預約',
  'booking.length': '預約時長為 {{minutes}} 分鐘至 {{days}} 天',
  'booking.phonesQuota': '同時最多預約 {{most}} 支手機，此次共 {{count}} 支',
  'booking.hoursQuota': '每週最多預約 {{most}} 支時，此次共 {{hours}} 支時',
  'booking.full': '最多保留 {{count}} 個預約，請先結束不用的預約',
  'booking.waitsFull': '最多同時排隊 {{count}} 處，請先取消不用的排隊',
  'booking.acceptFirst': '請先接受此預約',
  'booking.foreign': '僅預約人和預約管理員可以變更此預約',
  'booking.calendarLength': '行事曆最多顯示 {{days}} 天',
}
