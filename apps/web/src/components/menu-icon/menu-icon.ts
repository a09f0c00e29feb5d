import type { AriaAttributes, ComponentType } from 'react'

/** Placed next to its name, and so hidden from screen readers. */
export type MenuIconComponent = ComponentType<AriaAttributes>
