import { ParentWatch } from "../../../src/plugin/process/parent-watch";

const parentId = 100;
const seconds = 1000;

describe("the parent watch", () => {
  it("takes another parent for a dead host, at once", () => {
    const watch = new ParentWatch({ parentId, connections: 0 }, 0);
    expect(watch.isOrphaned({ parentId, connections: 1 }, 1 * seconds)).toBe(false);
    expect(watch.isOrphaned({ parentId: 1, connections: 1 }, 2 * seconds)).toBe(true);
  });

  it("waits some seconds after the last connection has closed", () => {
    const watch = new ParentWatch({ parentId, connections: 0 }, 0);
    expect(watch.isOrphaned({ parentId, connections: 1 }, 10 * seconds)).toBe(false);
    expect(watch.isOrphaned({ parentId, connections: 0 }, 14 * seconds)).toBe(false);
    expect(watch.isOrphaned({ parentId, connections: 0 }, 15 * seconds)).toBe(true);
  });

  it("forgets the wait when the host connects again", () => {
    const watch = new ParentWatch({ parentId, connections: 1 }, 0);
    expect(watch.isOrphaned({ parentId, connections: 1 }, 0)).toBe(false);
    expect(watch.isOrphaned({ parentId, connections: 0 }, 4 * seconds)).toBe(false);
    expect(watch.isOrphaned({ parentId, connections: 1 }, 6 * seconds)).toBe(false);
    expect(watch.isOrphaned({ parentId, connections: 0 }, 10 * seconds)).toBe(false);
  });

  it("gives a host that has not connected yet as long as it gives us to start", () => {
    const watch = new ParentWatch({ parentId, connections: 0 }, 0);
    expect(watch.isOrphaned({ parentId, connections: 0 }, 59 * seconds)).toBe(false);
    expect(watch.isOrphaned({ parentId, connections: 0 }, 60 * seconds)).toBe(true);
  });

  it("never gives up on a host that stays connected", () => {
    const watch = new ParentWatch({ parentId, connections: 1 }, 0);
    for (let hour = 0; hour < 100; hour++) {
      expect(watch.isOrphaned({ parentId, connections: 1 }, hour * 3600 * seconds)).toBe(false);
    }
  });
});
