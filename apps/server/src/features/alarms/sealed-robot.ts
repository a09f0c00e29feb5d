import type { Seal } from '../../platform/core/seal.ts'

/** Both are enough to write to the bot. */
export interface SealedRobot {
  robotAddress: string
  robotKey: string
}

export const sealedRobot = <T extends SealedRobot>(seal: Seal, robot: T): T => ({
  ...robot,
  robotAddress: seal.seal(robot.robotAddress, 'alarm_settings.robot_address'),
  robotKey: seal.seal(robot.robotKey, 'alarm_settings.robot_key'),
})

export const openedRobot = <T extends SealedRobot>(seal: Seal, robot: T): T => ({
  ...robot,
  robotAddress: seal.open(robot.robotAddress, 'alarm_settings.robot_address'),
  robotKey: seal.open(robot.robotKey, 'alarm_settings.robot_key'),
})
