import type { Mail } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import type { Fault } from './fault.ts';

/**
 * Every mail passes through `act` instead of being sent.
 * @param act `send` sends this mail or another one, as often as it is called
 */
export function posts(
  name: string,
  sentence: string,
  act: (mail: Mail, send: (mail: Mail) => Promise<Mail>, world: World) => Promise<unknown>,
): Fault {
  return {
    name,
    sentence,
    world: (world) => {
      const send = world.mails.create.bind(world.mails);
      world.mails.create = async (mail) => {
        await act(mail, send, world);
        return mail;
      };
    },
  };
}
