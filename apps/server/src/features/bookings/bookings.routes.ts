import {
  type BookingTarget,
  bookingAheadDays,
  bookingPermission,
  bookings,
  bookPermission,
  manageBookingsPermission,
  maxCalendarDays,
  maxOwnBookings,
  maxOwnWaits,
  minBookingMinutes,
  type WaitTarget,
} from '@fleetdeck/contract/bookings'
import type { BookingId, DeviceId } from '@fleetdeck/contract/ids'
import { siteClock } from '@fleetdeck/contract/site-time'
import type { FastifyInstance } from 'fastify'
import { requireAll, requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './bookings.queries.ts'
import { serveLine } from './serve-line.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Clocks of browsers differ, and a form stays open for a while. */
const lateMs = 5 * minuteMs

export function bookingRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, parameters } = deps
  const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
  const zone = () => parameters.get('sys.timeZone')
  const manages = (caller: Caller) => may(caller, manageBookingsPermission)
  const readerOf = (caller: Caller): queries.Reader => ({
    userId: caller.userId,
    managed: manages(caller) ? scopeFor(caller, manageBookingsPermission) : undefined,
  })

  /** The devices that bookings in `work` changed are announced after it. */
  const inTurn = async <Result>(work: (tx: Db, now: Date, changed: DeviceId[]) => Promise<Result>) => {
    const changed: DeviceId[] = []
    const result = await db.transaction(async (tx) => {
      await queries.lockBookings(tx)
      const now = siteNow()
      changed.push(...(await queries.withdrawOffers(tx, now)))
      // Who waits is served before who asks now.
      const serve = async () => {
        changed.push(...(await serveLine(tx, now, parameters.get('booking.acceptMinutes'))))
      }
      await serve()
      const made = await work(tx, now, changed)
      await serve()
      changed.push(...(await queries.advanceStages(tx, now, parameters.get('booking.warnMinutes'))))
      return made
    })
    await hub.bookingsChanged([...new Set(changed)])
    return result
  }

  const requireSpan = ({ startsAt, endsAt }: queries.Span, now: Date) => {
    const days = parameters.get('booking.maxDays')
    const lasts = endsAt.getTime() - startsAt.getTime()
    if (lasts < minBookingMinutes * minuteMs || lasts > days * dayMs)
      throw new AppError('bookingLength', { minutes: minBookingMinutes, days })
    if (startsAt > later(now, bookingAheadDays * dayMs))
      throw new AppError('bookingTooEarly', { days: bookingAheadDays })
  }

  const requireFree = async (tx: Db, ids: DeviceId[], wanted: queries.Wanted) => {
    const taken = await queries.findOverlap(tx, ids, wanted)
    if (!taken) return
    const { deviceNo, userName: name, startsAt, endsAt } = taken
    const clock = siteClock(zone())
    const times = { from: clock(startsAt), time: clock(endsAt), zone: { zone: zone() } }
    throw new AppError('bookingOverlap', { deviceNo, name, ...times })
  }

  const requireQuota = async (tx: Db, caller: Caller, phones: number, wanted: queries.Wanted) => {
    if (manages(caller)) return
    const maxPhones = parameters.get('booking.maxPhones')
    const count = phones + (await queries.countPhones(tx, caller.userId, wanted))
    if (maxPhones > 0 && count > maxPhones) throw new AppError('bookingPhones', { count, most: maxPhones })
    const weekHours = parameters.get('booking.weekHours')
    const hours = await queries.countWeekHours(tx, caller.userId, { ...wanted, zone: zone(), phones })
    if (weekHours > 0 && hours > weekHours)
      throw new AppError('bookingHours', { hours: Math.round(hours * 10) / 10, most: weekHours })
  }

  const requireSeen = async (tx: Db, caller: Caller, target: WaitTarget) => {
    const scope = scopeFor(caller, bookPermission)
    const isSeen =
      'deviceId' in target
        ? (await queries.findNumbers(tx, scope, [target.deviceId])).length > 0
        : await queries.seesGroup(tx, scope, target.groupId)
    if (!isSeen) throw new AppError('notFound')
  }

  /** The devices of a target, which the caller may book. */
  const chosen = async (tx: Db, caller: Caller, target: BookingTarget, wanted: queries.Wanted) => {
    const scope = scopeFor(caller, bookPermission)
    if (queries.isNamed(target)) {
      requireAll(await queries.findNumbers(tx, scope, target.deviceIds), target.deviceIds)
      await requireFree(tx, target.deviceIds, wanted)
      return target.deviceIds
    }
    const { groupId, count } = target
    await requireSeen(tx, caller, target)
    const free = await queries.listFree(tx, { groupId }, wanted)
    if (free.length < count) throw new AppError('bookingGroupShort', { count: free.length })
    return free.slice(0, count)
  }

  const changeable = async (tx: Db, caller: Caller, id: BookingId, now: Date) => {
    const booking = requireFound(await queries.findOpen(tx, readerOf(caller), id, now))
    if (booking.mayChange) return booking
    // Who may not see its devices does not learn that it exists.
    const seen = await queries.findNumbers(tx, scopeFor(caller, bookPermission), booking.deviceIds)
    throw new AppError(seen.length > 0 ? 'bookingForeign' : 'notFound')
  }

  const nameSubjects = async (request: { subjects?: string[] }, ids: DeviceId[]) => {
    request.subjects = (await queries.findNumbers(db, 'all', ids)).map(({ deviceNo }) => deviceNo)
  }

  implement(app, bookings, {
    list: async ({ query: { startsAt, endsAt, ...filter }, caller }) => {
      const span = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
      const lasts = span.endsAt.getTime() - span.startsAt.getTime()
      if (lasts <= 0 || lasts > maxCalendarDays * dayMs)
        throw new AppError('bookingCalendar', { days: maxCalendarDays })
      const { list, total } = await queries.listBookable(db, scopeFor(caller, bookingPermission), filter)
      const ids = list.map(({ id }) => id)
      const spans = await queries.listSpans(db, readerOf(caller), ids, { span, now: siteNow() })
      const spansOf = Map.groupBy(spans, ({ deviceId }) => deviceId)
      return { list: list.map((device) => ({ ...device, bookings: spansOf.get(device.id) ?? [] })), total }
    },

    mine: async ({ caller }) => {
      const now = siteNow()
      const { userId } = caller
      const span = { startsAt: now, endsAt: later(now, 1) }
      return {
        bookings: await queries.listOwn(db, readerOf(caller), now, maxOwnBookings),
        waits: await queries.listOwnWaits(db, userId),
        quota: {
          maxPhones: manages(caller) ? 0 : parameters.get('booking.maxPhones'),
          weekHours: manages(caller) ? 0 : parameters.get('booking.weekHours'),
          usedHours: await queries.countWeekHours(db, userId, { span, zone: zone(), phones: 0 }),
        },
        warnMinutes: parameters.get('booking.warnMinutes'),
      }
    },

    states: async ({ caller }) => {
      const warnMinutes = parameters.get('booking.warnMinutes')
      const now = siteNow()
      const reader = { ...readerOf(caller), seen: scopeFor(caller, bookingPermission) }
      const by = later(now, warnMinutes * minuteMs)
      return { list: await queries.listStates(db, reader, { now, by }), warnMinutes }
    },

    add: async ({ body: { target, startsAt, endsAt, purpose }, caller, request }) => {
      const { id, ids } = await inTurn(async (tx, now, changed) => {
        const asked = startsAt === null ? now : new Date(startsAt)
        if (asked < later(now, -lateMs)) throw new AppError('bookingPast')
        const span = { startsAt: asked < now ? now : asked, endsAt: new Date(endsAt) }
        requireSpan(span, now)
        if ((await queries.countOpen(tx, caller.userId, now)) >= maxOwnBookings)
          throw new AppError('bookingsFull', { count: maxOwnBookings })
        const ids = await chosen(tx, caller, target, { span, now })
        await requireQuota(tx, caller, ids.length, { span, now })
        changed.push(...ids)
        const booking = { ...span, userId: caller.userId, purpose, stage: 'planned' as const }
        return { id: await queries.insertBooking(tx, booking, ids), ids }
      })
      await nameSubjects(request, ids)
      return { id, deviceNos: request.subjects ?? [] }
    },

    extend: async ({ body, caller, request }) => {
      const ids = await inTurn(async (tx, now, changed) => {
        const booking = await changeable(tx, caller, body.id, now)
        if (booking.acceptBy) throw new AppError('bookingOffered')
        const span = { startsAt: booking.startsAt, endsAt: new Date(body.endsAt) }
        if (span.endsAt <= now) throw new AppError('bookingPast')
        requireSpan(span, now)
        const wanted = { span, now, except: body.id }
        await requireFree(tx, booking.deviceIds, wanted)
        await requireQuota(tx, caller, booking.deviceIds.length, wanted)
        await queries.updateBooking(tx, body.id, { endsAt: span.endsAt })
        changed.push(...booking.deviceIds)
        return booking.deviceIds
      })
      await nameSubjects(request, ids)
      return null
    },

    release: async ({ body, caller, request }) => {
      const ids = await inTurn(async (tx, now, changed) => {
        const booking = await changeable(tx, caller, body.id, now)
        if (booking.acceptBy || booking.startsAt >= now) await queries.deleteBookings(tx, [body.id])
        else await queries.updateBooking(tx, body.id, { endsAt: now, stage: 'over' })
        changed.push(...booking.deviceIds)
        return booking.deviceIds
      })
      await nameSubjects(request, ids)
      return null
    },

    accept: async ({ body, caller, request }) => {
      const ids = await inTurn(async (tx, now, changed) => {
        const booking = await changeable(tx, caller, body.id, now)
        if (!booking.isOwn) throw new AppError('bookingForeign')
        const wanted = { span: booking, now, except: body.id }
        await requireQuota(tx, caller, booking.deviceIds.length, wanted)
        await queries.updateBooking(tx, body.id, { acceptBy: null })
        changed.push(...booking.deviceIds)
        return booking.deviceIds
      })
      await nameSubjects(request, ids)
      return null
    },

    wait: async ({ body: { target, minutes, purpose }, caller }) => {
      const id = await inTurn(async (tx, now) => {
        await requireSeen(tx, caller, target)
        const span = { startsAt: now, endsAt: later(now, minutes * minuteMs) }
        requireSpan(span, now)
        const count = 'deviceId' in target ? 1 : target.count
        const most = parameters.get('booking.maxPhones')
        if (!manages(caller) && most > 0 && count > most) throw new AppError('bookingPhones', { count, most })
        if ((await queries.countWaits(tx, caller.userId)) >= maxOwnWaits)
          throw new AppError('bookingWaitsFull', { count: maxOwnWaits })
        return queries.insertWait(tx, { ...target, count, minutes, purpose, userId: caller.userId })
      })
      return { id }
    },

    leave: async ({ body, caller }) => {
      await inTurn(async (tx) => {
        if (!(await queries.deleteWait(tx, caller.userId, body.id))) throw new AppError('notFound')
      })
      return null
    },
  })
}
