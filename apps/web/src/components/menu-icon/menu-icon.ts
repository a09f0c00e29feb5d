import type { AriaAttributes, ComponentType } from 'react'

/** Placed beside its name, and so hidden from screen readers. */
export type MenuIconComponent = ComponentType<AriaAttributes>
