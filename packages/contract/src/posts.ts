import { z } from 'zod'
import { withAlias, withId } from './crud.ts'
import { done, idParam, idsOf, pageOf, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { PostId } from './ids.ts'

export const status = z.union([z.literal(0), z.literal(1)])
export const statusFilter = z.enum(['0', '1']).optional()

export const Post = z.object({
  id: PostId,
  postCode: z.string(),
  postName: z.string(),
  postSort: z.number(),
  /** 0 enabled, 1 disabled. */
  status: z.number(),
  remark: z.string(),
  /** How many users hold it. */
  userCount: z.number(),
  createdAt: time,
})
export type Post = z.output<typeof Post>
/** A post as an option in forms. */
export const PostOption = z.object({ id: PostId, postName: z.string(), status: z.number() })
export type PostOption = z.output<typeof PostOption>

export const PostDraft = z.strictObject({
  postCode: z.string().trim().min(1, 'post.codeRequired').max(64, 'post.codeLength'),
  postName: z.string().trim().min(1, 'post.nameRequired').max(50, 'post.nameLength'),
  postSort: z.int('post.sortRequired').min(0).max(1_000_000),
  status: status.default(0),
  remark: z.string().trim().max(500).default(''),
})

export const PostQuery = pageQuery(
  { postCode: z.string().max(64).optional(), postName: z.string().max(50).optional(), status: statusFilter },
  ['id', 'postCode', 'postName', 'postSort', 'status', 'createdAt', 'userCount'],
)
export type PostQuery = z.output<typeof PostQuery>

const at = '/system/auth'
export const posts = {
  list: {
    method: 'GET',
    path: `${at}/postList`,
    permission: 'system/auth/postList',
    query: PostQuery,
    data: pageOf(Post),
  },
  one: {
    method: 'GET',
    path: `${at}/postGet`,
    permission: 'system/auth/postList',
    query: z.strictObject({ id: idParam.brand<'PostId'>() }),
    data: Post,
  },
  add: {
    method: 'POST',
    path: `${at}/postAdd`,
    permission: 'system/auth/postAdd',
    body: PostDraft,
    data: done,
    log: OperationType.add,
  },
  edit: {
    method: 'PUT',
    path: `${at}/postEdit`,
    permission: 'system/auth/postEdit',
    body: withAlias('postId', 'id', withId(PostDraft, PostId)),
    data: done,
    log: OperationType.edit,
  },
  remove: {
    method: 'DELETE',
    path: `${at}/postDelete`,
    permission: 'system/auth/postDelete',
    body: z.strictObject({ ids: idsOf<PostId>() }),
    data: done,
    log: OperationType.remove,
  },
  export: {
    method: 'GET',
    path: '/system/post/export',
    permission: 'system/auth/exportPost',
    query: PostQuery,
    data: z.object({ fileName: z.string() }),
    log: OperationType.export,
  },
} as const
