"""How a server does, as figures for Prometheus. They name no table, nobody, and no token."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""In seconds: how long messages take is counted between these."""


class ServerFigures:
    """Counts what happens at a server since its start."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.guests = 0
        self.faults = 0
        self._counts = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def took(self, seconds: float) -> None:
        """Count a message that was carried out and answered in so many seconds."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, connections: int, tables: int) -> tuple[str, bytes]:
        """Return the media type, and the figures: so many `connections` and open `tables` now."""
        from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
        from prometheus_client.exposition import CONTENT_TYPE_LATEST
        from prometheus_client.registry import Collector

        figures = self

        class _Now(Collector):
            def collect(self) -> Iterable[Metric]:
                return figures._metrics(connections, tables)

        registry = CollectorRegistry()
        registry.register(_Now())
        ProcessCollector(registry=registry)
        return CONTENT_TYPE_LATEST, generate_latest(registry)

    def _metrics(self, connections: int, tables: int) -> Iterator[Metric]:
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        yield GaugeMetricFamily("cairn_connections", "Guests who are connected", connections)
        yield GaugeMetricFamily("cairn_tables_open", "Tables that are in memory", tables)
        yield CounterMetricFamily("cairn_guests", "Guests who have come", self.guests)
        yield CounterMetricFamily("cairn_faults", "Connections ended by a fault", self.faults)
        ends = [*map(str, BOUNDS), "+Inf"]
        sums = [sum(self._counts[: n + 1]) for n in range(len(ends))]
        name, words = "cairn_message_seconds", "How long a message took to be carried out"
        yield HistogramMetricFamily(
            name, words, buckets=list(zip(ends, sums, strict=True)), sum_value=self._seconds
        )
