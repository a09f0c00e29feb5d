import { type DeliveryState, endStates } from '@fleetdeck/contract/delivery'
import { useText } from '../../ground/language.ts'
import { StateBadge } from '../StateBadge.tsx'
import { deliveryConditions, deliveryTexts } from './delivery-state.ts'

/** The state of an order to one phone, by shape, colour and text. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const t = useText()
  const isLive = !(endStates as readonly DeliveryState[]).includes(state)
  return <StateBadge condition={deliveryConditions[state]} isLive={isLive} text={t(deliveryTexts[state])} />
}
