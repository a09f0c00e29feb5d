import type { DeviceId } from '@fleetdeck/contract/ids'
import type { HttpAnswer, HttpHeartbeat, HttpOrder } from '@fleetdeck/contract/phone-api'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import type { Deps } from '../../deps.ts'
import type { AuthenticatedPhone, PhoneFacts } from '../../domain/devices/phone-access.ts'
import { kindOfOrder } from '../../domain/devices/phone-orders.ts'
import { toScriptLink } from '../../domain/scripts/script-links.ts'
import { updatePhone } from './phones.queries.ts'
import type { RuntimeRecorder } from './runtime-recorder.ts'

type Command = Extract<PhoneOrder, { action: 'command' }>
type RunOrder = Extract<PhoneOrder, { action: 'task' | 'taskControl' }>

/** Stored orders for a phone without a socket. */
export interface Deliveries {
  recorder: Pick<RuntimeRecorder, 'recordHeartbeat'>
  /** Commands, which come before tasks. */
  commands: {
    next(deviceId: DeviceId, heartbeat: HttpHeartbeat): Promise<Command | undefined>
    addLine(line: { deviceId: DeviceId; cmdSubId: string; msg: string }): Promise<boolean>
  }
  tasks: { next(deviceId: DeviceId, heartbeat: HttpHeartbeat): Promise<RunOrder[]> }
}

/** Where the phone reached the server, and from where. */
interface Connection {
  ip: string
  /** Such as https://phones.example.org. */
  origin: string
}

/** Records a heartbeat over HTTP with its reports; answers with everything that a socket would have brought. */
export async function answerHeartbeat(
  deps: Deps,
  deliveries: Deliveries,
  {
    phone,
    heartbeat,
    connection,
  }: { phone: AuthenticatedPhone; heartbeat: HttpHeartbeat; connection: Connection },
): Promise<HttpAnswer> {
  const { deviceId } = phone
  const isBack = deliveries.recorder.recordHeartbeat(deviceId, heartbeat, true)
  const { settingsRevision: revision, reports } = heartbeat
  deps.hub.takeReports(deviceId, reports.valid)
  if (revision !== undefined) deps.settingsSync.heardOverHttp(deviceId, { isBack, revision })
  await storeFacts(deps, phone, { ...heartbeat, ip: connection.ip })
  deps.phoneOrders.heard(deviceId)
  const work = await takeWork(deps, deliveries, { phone, heartbeat })
  const orders = [work, renamed(phone, heartbeat), reports.refusal ?? []].flat()
  const wanted = urgentFirst(orders).filter((order) => !phone.isFormer || isKnownToFormer(order))
  return toAnswer(wanted.map((order) => forPhone(deps, phone, order, connection.origin)))
}

/** Nearly all heartbeats are of phones without any work, which need no statement of their own. */
async function takeWork(
  { phoneOrders }: Deps,
  deliveries: Deliveries,
  { phone, heartbeat }: { phone: AuthenticatedPhone; heartbeat: HttpHeartbeat },
): Promise<HttpOrder[]> {
  const left = phone.waiting.orders ? await phoneOrders.take(phone.deviceId, heartbeat.paused) : []
  return [...left, ...(await nextWork(deliveries, phone, heartbeat))]
}

/** A phone of the original gets one piece of work at a time, as it does not read `orders`. */
async function nextWork(
  { commands, tasks }: Deliveries,
  { deviceId, isFormer, waiting }: AuthenticatedPhone,
  heartbeat: HttpHeartbeat,
): Promise<HttpOrder[]> {
  const command = waiting.commands ? await commands.next(deviceId, heartbeat) : undefined
  const isBusy = heartbeat.taskId !== undefined || heartbeat.runId !== undefined
  const isNext = !isFormer || isBusy || !command
  const runOrders = waiting.runs && isNext ? await tasks.next(deviceId, heartbeat) : []
  return command ? [command, ...runOrders] : runOrders
}

const isKnownToFormer = (order: HttpOrder) =>
  order.action === 'command' || order.action === 'task' || isStop(order)

const isStop = (order: HttpOrder) => order.action === 'taskControl' && order.order === 'stop'

/** Stops first, then other orders about runs, then work, refusals last; of two orders of a kind the later. */
function urgentFirst(orders: HttpOrder[]): HttpOrder[] {
  const latest = new Map(orders.map((order) => [kindOfOrder(order), order]))
  return [...latest.values()].sort((one, other) => rank(one) - rank(other))
}

function rank(order: HttpOrder): number {
  if (order.action === 'taskControl') return isStop(order) ? 0 : 1
  if (order.action === 'refused') return 4
  return order.action === 'command' || order.action === 'task' ? 2 : 3
}

/** The first order in the words of the original, whose commands and stops are actions of their own. */
function toAnswer([first, ...rest]: HttpOrder[]): HttpAnswer {
  const orders = rest.length > 0 && { orders: rest }
  if (!first) return { action: 'resp' }
  if (first.action === 'command') {
    const { command: action, cmdSubId, content } = first
    return { action, cmdSubId, content, ...orders }
  }
  if (first.action !== 'taskControl' || first.order !== 'stop') return { ...first, ...orders }
  const runId = first.runId ?? ''
  return { action: 'stsc', cmdSubId: `stop-${runId}`, content: '', order: 'stop', runId, ...orders }
}

/** An order whose files this phone can fetch, and verify. */
function forPhone(
  { seal, signer }: Deps,
  { tokenHash }: AuthenticatedPhone,
  order: HttpOrder,
  origin: string,
): HttpOrder {
  if (order.action === 'command' && order.content.startsWith('/rapi/'))
    return { ...order, content: origin + order.content }
  if (order.action !== 'task') return order
  const signature = tokenHash !== null && { signature: signer.sign(signedScripts.order(tokenHash, order)) }
  const toUrl = (url: string) =>
    url.startsWith('/') && order.taskId > 0 ? toScriptLink(seal, url, `run:${order.runId}`, origin) : url
  const modules = order.modules?.map((one) => ({ ...one, url: toUrl(one.url) }))
  return { ...order, scriptUrl: toUrl(order.scriptUrl), ...(modules && { modules }), ...signature }
}

/** A phone that knows another number than the one it has by now. */
function renamed({ deviceNo, isFormer }: AuthenticatedPhone, heartbeat: HttpHeartbeat): HttpOrder[] {
  const isRight = isFormer || heartbeat.deviceNo === undefined || heartbeat.deviceNo === deviceNo
  return isRight ? [] : [{ action: 'assigned', deviceNo }]
}

async function storeFacts(
  { db }: Deps,
  { deviceId, facts }: AuthenticatedPhone,
  { brand, model: mode, imei, ip }: Pick<HttpHeartbeat, 'brand' | 'model' | 'imei'> & { ip: string },
): Promise<void> {
  const said = Object.entries({ brand, mode, imei, ip }) as [keyof PhoneFacts, string | undefined][]
  const changed = said.filter(([name, value]) => value && value !== facts[name])
  if (changed.length) await updatePhone(db, deviceId, Object.fromEntries(changed))
}
