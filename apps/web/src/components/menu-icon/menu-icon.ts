import type { AriaAttributes, ComponentType } from 'react'

/** Stands beside the name that it illustrates, and so is not read out. */
export type MenuSign = ComponentType<AriaAttributes>
