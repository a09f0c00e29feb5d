import type { DataOf } from '@fleetdeck/contract/endpoint'
import type { guestScreens } from '@fleetdeck/contract/screen-links'

/** What a link is for. */
export type LinkFacts = DataOf<typeof guestScreens.look>
export type Visit = DataOf<typeof guestScreens.begin>
