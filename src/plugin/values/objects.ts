import type { Given } from "./guards";
import { ValueError } from "./path";
import type { ObjectValue, Value } from "./value";

/**
 * The prototype of decoded objects. It is empty and inherits from nothing, so an attribute may be called `__proto__`
 * or `constructor`, and no name is there that was not decoded.
 */
const NO_NAMES: object = Object.freeze(Object.create(null));

/**
 * A constructor of empty objects for one object type. Objects of one constructor share a layout in memory, which makes
 * them twice as fast to fill as those of `Object.create(null)` and ten times as fast to list.
 */
export function objectShape(): new () => Record<string, Value> {
  const shape = function () {} as unknown as new () => Record<string, Value>;
  shape.prototype = NO_NAMES;
  return shape;
}

/** Finds an attribute of an object type by name; throws ValueError if there is none. */
export function attributeNamed<T>(name: string, attributes: ReadonlyMap<string, T>): T {
  const attribute = attributes.get(name);
  if (attribute === undefined) {
    throw new ValueError(`an object has the attribute ${JSON.stringify(name)}, which its type does not have`);
  }
  return attribute;
}

/** The value of an attribute; unlike plain access, blind to what an author's object inherits. */
export function attributeValue(object: ObjectValue, name: string): Given {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Throws ValueError if an object has other attributes than its type has, given that it has all of those. */
export function refuseOtherAttributes(
  object: ObjectValue,
  attributes: readonly { readonly name: string }[],
): void {
  const names = Object.keys(object);
  if (names.length !== attributes.length) {
    const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
    for (const name of names) attributeNamed(name, byName);
  }
}
