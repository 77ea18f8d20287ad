/** The number of ratings that a photo needs for the Profile Planner. */
export const PLANNER_RATINGS_MIN = Symbol('PlannerRatingsMin');
