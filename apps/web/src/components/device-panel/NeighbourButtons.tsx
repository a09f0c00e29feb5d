import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Flex, Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'
import type { Neighbours } from './neighbours.ts'
import { neighbourKeys } from './neighbours.ts'

const [previousKey, nextKey] = neighbourKeys

/** Shows the previous or the next phone of the list in place of this one. */
export function NeighbourButtons({ previous, next }: Neighbours) {
  const t = useText()
  const button = (key: typeof previousKey | typeof nextKey, icon: React.ReactNode, step?: () => void) => (
    <Tooltip title={`${t(key.text)} (${key.label})`} placement="bottom">
      <Button type="text" size="small" icon={icon} aria-label={t(key.text)} disabled={!step} onClick={step} />
    </Tooltip>
  )
  return (
    <Flex>
      {button(previousKey, <UpOutlined />, previous)}
      {button(nextKey, <DownOutlined />, next)}
    </Flex>
  )
}
