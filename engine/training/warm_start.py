"""Training that begins with what was learned of other rules, such as those before an edit."""

from __future__ import annotations

from engine.training.feature_sets import FeatureSet, read
from engine.training.files import PolicyFile, Unusable, asked_by, weights_for
from engine.training.templates import MOST, ActionFeatures
from engine.training.training import Trainer


def warm_trainer(plan: FeatureSet, seed: int, kept: PolicyFile | None) -> Trainer:
    """Return a trainer that begins with what a policy of other rules knows, if there is one.

    Features that both have keep their weights; an action that is new begins as in any training.
    """
    both = plan if kept is None else _with_features_of(plan, kept)
    trainer = Trainer(both, seed)
    if kept is None:
        return trainer
    try:
        known = weights_for(kept, both)
    except Unusable:
        return trainer
    fresh, weights, place = trainer.weights, list[float](), 0
    for head, values in zip(both.rated.heads, known, strict=True):
        new = head.name not in kept.actions
        weights += fresh[place : place + len(values)] if new else values
        place += len(values)
    scale_of = dict(zip(kept.lines, kept.scales, strict=True))
    texts = [text for group in both.rated.groups for text in group.texts]
    scales = [
        scale_of.get(text, own) for text, own in zip(texts, trainer.usual.scales, strict=True)
    ]
    trainer.begin_with([*weights, *fresh[place:]], scales)
    return trainer


def _with_features_of(plan: FeatureSet, kept: PolicyFile) -> FeatureSet:
    """Return a feature set with those features of a policy that its rules understand, first."""
    wanted = {one.action: one for one in asked_by(kept)}
    merged = []
    for name, found in plan.features.items():
        names, lines = plan.names(name), list(found.texts)
        if name in wanted and wanted[name].parameters == names:
            lines = list(dict.fromkeys([*wanted[name].lines, *lines]))
        merged.append(ActionFeatures(name, names, tuple(lines[:MOST])))
    features = read(plan.loaded, merged)
    return FeatureSet(plan.loaded, plan.players, plan.options, features, plan.standing)
