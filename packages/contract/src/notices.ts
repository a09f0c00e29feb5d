import { z } from 'zod'
import { addCall, editCall, pageCall } from './calls.ts'
import { withId } from './crud.ts'
import { done, idParam, idsOf, pageQuery, status, statusParam, time } from './endpoint.ts'
import { OperationType, Status } from './enums.ts'
import { NoticeId, UserId } from './ids.ts'

/** Values of the dictionary sys_notice_type. */
export const NoticeType = { notification: '1', announcement: '2' } as const
const noticeType = z.enum([NoticeType.notification, NoticeType.announcement], 'notice.typeRequired')

export const Notice = z.object({
  id: NoticeId,
  noticeTitle: z.string(),
  noticeType: z.string(),
  status: z.number(),
  createBy: z.string(),
  /** How many users have read it. */
  readCount: z.number(),
  createdAt: time,
  gmtModified: time,
})
export type Notice = z.output<typeof Notice>

/** With its text: sanitized HTML. */
export const NoticeText = z.object({ ...Notice.shape, noticeContent: z.string() })

export const NoticeDraft = z.strictObject({
  noticeTitle: z.string().trim().min(1, 'notice.titleRequired').max(50, 'notice.titleLength'),
  noticeType,
  status: status.default(Status.on),
  noticeContent: z.string().max(200_000, 'notice.contentLength').default(''),
})

/** As shown by the bell. */
export const BellNotice = z.object({
  id: NoticeId,
  noticeTitle: z.string(),
  noticeType: z.string(),
  noticeContent: z.string(),
  createBy: z.string(),
  createdAt: time,
  isRead: z.boolean(),
})
export type BellNotice = z.output<typeof BellNotice>

export const NoticeReader = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  phone: z.string(),
  readTime: time,
})
export type NoticeReader = z.output<typeof NoticeReader>

export const notices = {
  list: pageCall('/system/notice/list', {
    row: Notice,
    query: pageQuery(
      {
        noticeTitle: z.string().max(50).optional(),
        createBy: z.string().max(50).optional(),
        noticeType: noticeType.optional(),
        status: statusParam.optional(),
      },
      ['id', 'noticeTitle', 'createdAt'],
    ),
  }),
  one: {
    method: 'GET',
    path: '/system/notice/:id',
    permission: 'system/notice/query',
    params: z.strictObject({ id: idParam.brand<'NoticeId'>() }),
    data: NoticeText,
  },
  add: { ...addCall('/system/notice', NoticeDraft), permission: 'system/notice/add' },
  edit: {
    ...editCall('/system/notice', withId(NoticeDraft, NoticeId)),
    permission: 'system/notice/edit',
  },
  remove: {
    method: 'DELETE',
    path: '/system/notice/:ids',
    permission: 'system/notice/delete',
    params: z.strictObject({ ids: idsOf<NoticeId>() }),
    data: done,
    log: OperationType.remove,
  },
  readers: pageCall('/system/notice/readUsers/list', {
    row: NoticeReader,
    query: pageQuery({ noticeId: idParam.brand<'NoticeId'>(), searchValue: z.string().max(50).optional() }, [
      'readTime',
    ]),
    permission: 'system/notice/list',
  }),
  /** The newest open notices for the caller, and the number of unread ones. */
  listTop: {
    method: 'GET',
    path: '/system/notice/listTop',
    permission: 'signed-in',
    data: z.object({ list: z.array(BellNotice), unreadCount: z.number() }),
  },
  markRead: {
    method: 'POST',
    path: '/system/notice/markRead',
    permission: 'signed-in',
    query: z.strictObject({ noticeId: idParam.brand<'NoticeId'>() }),
    data: done,
  },
  /** Without ids, all. */
  markReadAll: {
    method: 'POST',
    path: '/system/notice/markReadAll',
    permission: 'signed-in',
    query: z.strictObject({ ids: idsOf<NoticeId>().optional() }),
    data: done,
  },
} as const
