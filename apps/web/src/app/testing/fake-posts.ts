import { PostId } from '@fleetdeck/contract/ids'
import { type Post, posts } from '@fleetdeck/contract/posts'
import { FakeServer } from './fake-server.ts'

/** Posts with the codes P01, P02 and so on; every fifth is disabled. */
const numbered = (count: number): Post[] =>
  Array.from({ length: count }, (_, at) => ({
    id: PostId.parse(at + 1),
    postCode: `P${String(at + 1).padStart(2, '0')}`,
    postName: `Post ${at + 1}`,
    postSort: at,
    status: at % 5 === 4 ? 1 : 0,
    remark: '',
    userCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
  }))

/** A server with this many posts, with all calls of the contract's list and form. */
export function postServer(count: number): FakeServer {
  let rows = numbered(count)
  return new FakeServer()
    .on(posts.list, ({ query }) => {
      const { postName = '', status = '', orderByColumn = 'id', isAsc = 'asc' } = query
      const found = rows
        .filter((post) => post.postName.includes(postName))
        .filter((post) => status === '' || String(post.status) === status)
        .sort((a, b) => {
          const [one, other] = [a, b].map((post) => String(post[orderByColumn as keyof Post]))
          return String(one).localeCompare(String(other), 'en', { numeric: true })
        })
      if (isAsc === 'desc') found.reverse()
      const size = Number(query.pageSize ?? 20)
      const from = (Number(query.pageNum ?? 1) - 1) * size
      return { data: { list: found.slice(from, from + size), total: found.length } }
    })
    .on(posts.add, ({ body }) => {
      const [added] = numbered(1)
      rows = [...rows, { ...added, ...(body as Post), id: rows.length + 1 } as Post]
      return {}
    })
    .on(posts.edit, ({ body }) => {
      const changed = body as Post
      rows = rows.map((post) => (post.id === changed.id ? { ...post, ...changed } : post))
      return {}
    })
    .on(posts.remove, ({ body }) => {
      const { ids } = body as { ids: number[] }
      rows = rows.filter(({ id }) => !ids.includes(id))
      return {}
    })
}
