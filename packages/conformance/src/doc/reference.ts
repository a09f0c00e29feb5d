import { HotForPhone, RapiHotState } from '@fleetdeck/contract/hot-scripts'
import {
  EnrollAnswer,
  EnrollRequest,
  HttpAnswer,
  RapiCommandLine,
  RapiException,
  RapiHeartbeat,
} from '@fleetdeck/contract/phone-api'
import { PhoneData } from '@fleetdeck/contract/phone-data'
import { PhoneFrame, PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { PhoneTables } from '@fleetdeck/contract/phone-tables'
import { PhoneQuestion } from '@fleetdeck/contract/run-questions'
import { UnusableReport } from '@fleetdeck/contract/unusable-phones'
import type { z } from 'zod'
import { fieldTable } from './frame-fields.ts'

type Named = readonly (readonly [name: string, schema: z.ZodType])[]

const actionsOf = (union: { options: readonly z.ZodObject[] }): Named =>
  union.options.map((schema) => {
    const { action } = schema.shape as unknown as { action: { value: string } }
    return [action.value, schema]
  })

/** Messages of phones, by `action`. */
export const sentByPhones = actionsOf(PhoneFrame as never)
/** Messages for phones, by `action`. */
export const sentToPhones = actionsOf(PhoneOrder as never)

/** Bodies of HTTP calls, decoded, by path. */
export const bodies = new Map<string, z.ZodType>([
  ['/rapi/enroll', EnrollRequest],
  ['/rapi/unusablePhones', UnusableReport],
  ['/rapi/heartbeat', RapiHeartbeat],
  ['/rapi/httpCmdLog', RapiCommandLine],
  ['/rapi/reportExc', RapiException],
  ['/rapi/hotState', RapiHotState],
  ['/rapi/ask', PhoneQuestion.ask],
  ['/rapi/askAnswer', PhoneQuestion.answer],
  ['/rapi/notifyOperator', PhoneQuestion.notify],
  ['/rapi/getData', PhoneData.getData],
  ['/rapi/addData', PhoneData.addData],
  ['/rapi/updateData', PhoneData.updateData],
  ['/rapi/appendOneLineData', PhoneData.changeLine],
  ['/rapi/removeOneLineData', PhoneData.changeLine],
  ['/rapi/removeData', PhoneData.removeData],
  ['/rapi/getDataPop', PhoneData.getDataPop],
  ['/rapi/leaseData', PhoneData.leaseData],
  ['/rapi/ackData', PhoneData.endLease],
  ['/rapi/returnData', PhoneData.endLease],
  ['/rapi/addCache', PhoneData.cacheValue],
  ['/rapi/updateCache', PhoneData.cacheValue],
  ['/rapi/getCache', PhoneData.cacheKey],
  ['/rapi/getCacheExpire', PhoneData.cacheKey],
  ['/rapi/removeCache', PhoneData.cacheKey],
  ['/rapi/updateCacheExpire', PhoneData.cacheExpiry],
  ['/rapi/appendOneLineCache', PhoneData.cacheLine],
  ['/rapi/removeOneLineCache', PhoneData.cacheLine],
  ['/rapi/incrementCache', PhoneData.cacheStep],
  ['/rapi/decrementCache', PhoneData.cacheStep],
  ['/rapi/popPushCache', PhoneData.cachePopPush],
  ['/rapi/dynamicCreateTable', PhoneTables.create],
  ['/rapi/dynamicQuery', PhoneTables.query],
  ['/rapi/dynamicAdd', PhoneTables.add],
  ['/rapi/dynamicUpdate', PhoneTables.update],
  ['/rapi/dynamicRemove', PhoneTables.remove],
])

/** Answers of HTTP calls, decoded, by path. */
export const answers = new Map<string, z.ZodType>([
  ['/rapi/enroll', EnrollAnswer],
  ['/rapi/heartbeat', HttpAnswer],
  ['/rapi/hotScripts', HotForPhone.array()],
])

/** Headings of docs/device-protocol.md, and the table below each. */
export const tables = new Map([
  ['### Fields of what a phone sends', fieldTable(sentByPhones)],
  ['### Fields of what a phone receives', fieldTable(sentToPhones)],
])
