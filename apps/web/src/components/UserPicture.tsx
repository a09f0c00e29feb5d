import { UserOutlined } from '@ant-design/icons'

/** The user's picture, or a neutral one. */
export function UserPicture({ address, sizePx }: { address: string | undefined; sizePx: number }) {
  const room = { width: sizePx, height: sizePx, fontSize: sizePx * 0.55 }
  if (address) return <img src={address} alt="" className="user-picture" style={room} />
  return (
    <span className="user-picture" style={room}>
      <UserOutlined />
    </span>
  )
}
