import { textStoredAs } from "../../../src/simulator/dialect";
import { isSameText } from "../../programs/invariants";
import { nameKey } from "../../programs/world";
import { idOf, type CoreWorld, type Slot } from "./world";

/** Declares another name for each block whose name the server stores as another one. */
export function declareStoredNames(world: CoreWorld): void {
  for (const [index, slot] of world.slots.entries()) {
    const declaration = world.declaration(slot);
    if (declaration === undefined) continue;
    const { name, text } = declaration;
    if (isSameText(textStoredAs(name, world.simulator.dialect.storedText), name)) continue;
    world.declareOne(slot, { name: `kept ${index}`, text });
  }
}

/**
 * Declares another name for each block to be created whose name is ambiguous: several objects have it,
 * several blocks claim one, or a managed object has it or is to be given it.
 */
export function resolveContests(world: CoreWorld): void {
  const isManaged = (slot: Slot) => world.object(idOf(slot)) !== undefined;
  const created = world.slots.flatMap((slot) => {
    const declaration = world.declaration(slot);
    if (declaration === undefined || (isManaged(slot) && slot.instance.tainted !== true)) return [];
    return [{ slot, key: nameKey(declaration), declaration }];
  });
  const managedKeys = (except: Slot) =>
    world.slots
      .filter((slot) => slot !== except)
      .flatMap((slot) => {
        const object = world.object(idOf(slot));
        return object === undefined ? [] : [object, world.declaration(slot) ?? object];
      })
      .map(nameKey);
  const contested = created.filter(({ slot, key }) => {
    const objects = [...world.unmanaged.values()].filter((object) => nameKey(object) === key).length;
    const claims = created.filter((one) => one.key === key).length;
    return objects > 1 || (objects === 1 && claims > 1) || managedKeys(slot).includes(key);
  });
  for (const { slot, declaration } of contested) {
    world.declareOne(slot, { name: `uncontested ${world.slots.indexOf(slot)}`, text: declaration.text });
  }
}
